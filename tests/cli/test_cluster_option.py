"""The command line with a cluster and with URLs: conflicting options and missing libraries are reported at once."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from projections.batch.cluster import connected
from projections.statistics import libraries
from projections.statistics.libraries import LibraryMissing
from tests.support.running import Run


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["validate", "logs", "--parts", "p"], "found --parts without --cluster, expected both or none"),
        (["import", "logs", "--parts", "p"], "found --parts without --cluster, expected both or none"),
        (["import", "logs", "--cluster", "a:1", "--jobs", "2"], "found --cluster with --jobs, expected one of them"),
        (["validate", "-", "--cluster", "a:1"], "found --cluster with -, expected files that the workers can read"),
        (["validate", "logs", "--cluster", "a:1", "--watch"], "found --watch with --cluster, expected one of them"),
    ],
)
def test_words_that_do_not_fit_together(run: Run, words: list[str], message: str) -> None:
    ran = run(*words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"anyturn: {message}")


def test_logs_at_a_url(run: Run, tmp_path: Path) -> None:
    """They are read like those on disk, by their URLs; a URL with nothing there counts as a typing error."""
    there, here = run("validate", f"file://{tmp_path}/logs"), run("validate", str(tmp_path / "logs"))
    assert (there.code, there.out) == (0, here.out.replace(str(tmp_path), f"file://{tmp_path}"))
    for url, message in (
        (f"file://{tmp_path}/none", f"anyturn: found no file 'file://{tmp_path}/none', expected files or folders"),
        ("nowhere://logs", "anyturn: found nowhere://logs (Protocol not known: nowhere), expected a path, or a URL"),
    ):
        ran = run("validate", url)
        assert ran.err.startswith(message)
        assert (ran.code, ran.out) == (run("validate", "none").code, "")


def test_without_dask_the_error_explains_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "find_spec", lambda name: None if name == "distributed" else find_spec(name))
    with (
        pytest.raises(LibraryMissing, match=r"^--cluster needs distributed, .* -m pip install distributed$") as raised,
        connected("tcp://127.0.0.1:1", None),
    ):
        pass
    assert raised.value.status == 2
