"""The library run as a module is the command line."""

import subprocess
import sys


def test_python_m_anyturn_is_the_command() -> None:
    found = subprocess.run([sys.executable, "-m", "anyturn", "rules", "TM-5.1"], capture_output=True, text=True)
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.startswith("TM-5.1")
    slip = subprocess.run([sys.executable, "-m", "anyturn", "rulse"], capture_output=True, text=True)
    assert slip.returncode == 2
    assert "did you mean rules?" in slip.stderr
