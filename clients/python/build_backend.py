"""Builds the package for pip (PEP 517) with the standard library alone: `pip install .` fetches nothing, so it works in an
empty environment on a machine without the internet."""

import base64
import hashlib
import re
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent


def _project(key):
    return re.search(rf'^{key} = "(.*)"$', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)[1]


def _metadata():
    return (f"Metadata-Version: 2.1\nName: {_project('name')}\nVersion: {_project('version')}\n"
            f"Summary: {_project('description')}\nLicense: MIT\nRequires-Python: {_project('requires-python')}\n"
            f"Description-Content-Type: text/markdown\n\n{(ROOT / 'README.md').read_text(encoding='utf-8')}")


def _pack(folder, files):
    name, version = _project("name"), _project("version")
    info = f"{name}-{version}.dist-info"
    files = {**files, f"{info}/METADATA": _metadata().encode(),
             f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: hexad\nRoot-Is-Purelib: true\nTag: py3-none-any\n"}
    record = ""
    wheel = f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(Path(folder) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            archive.writestr(path, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record += f"{path},sha256={digest},{len(data)}\n"
        archive.writestr(f"{info}/RECORD", record + f"{info}/RECORD,,\n")
    return wheel


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    package = _project("name")
    return _pack(wheel_directory, {f"{package}/{path.name}": path.read_bytes() for path in sorted((ROOT / package).iterdir())
                                   if path.suffix == ".py" or path.name == "py.typed"})


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    return _pack(wheel_directory, {f"{_project('name')}.pth": str(ROOT).encode()})
