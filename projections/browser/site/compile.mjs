// Compiles the Python files of zip archives with the very Python that will run them: node compile.mjs RUNTIME LEVEL:ARCHIVE...
// Each archive is replaced. Nothing is checked when a file is imported (PEP 552), as the sources stay behind.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [runtime, ...jobs] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${runtime}/`, env: { PYTHONHASHSEED: "0" } });
python.runPython(`
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash


def compiled(name, source, level):
    code = compile(source, name, "exec", dont_inherit=True, optimize=level)
    return bytes(_code_to_hash_pyc(code, source_hash(source), False))


def replaced(archive, level):
    with zipfile.ZipFile(archive) as sources, zipfile.ZipFile("/compiled", "w") as done:
        for name in sorted(sources.namelist()):
            data = sources.read(name)
            is_code = name.endswith(".py")
            done.writestr(zipfile.ZipInfo(name + "c" * is_code), compiled(name, data, level) if is_code else data)
`);
for (const job of jobs) {
  const [level, archive] = [job.slice(0, 1), job.slice(2)];
  python.FS.writeFile("/sources", new Uint8Array(readFileSync(archive)));
  python.runPython(`replaced("/sources", ${Number(level)})`);
  writeFileSync(archive, python.FS.readFile("/compiled"));
}
