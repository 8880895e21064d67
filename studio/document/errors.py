"""Errors of project and script files. The message says what happened and what to do about it."""

from __future__ import annotations

import errno
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from engines.errors import TimbreError


class ProjectFileError(TimbreError):
    """A project or a script could not be read or written."""


def unwritten(path: Path, error: OSError) -> ProjectFileError:
    """For a file that could not be written."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        text = QCoreApplication.translate(
            "Document", "The disk is full: {0} was not saved. Free some space and try again."
        )
    elif error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        text = QCoreApplication.translate("Document", "{0} cannot be written to. Save in another folder.")
    elif error.errno in (errno.ENOENT, errno.ENOTDIR):
        text = QCoreApplication.translate("Document", "The folder of {0} is gone. Save in another folder.")
    elif error.errno == errno.ENAMETOOLONG:
        text = QCoreApplication.translate("Document", "The name {0} is too long. Choose a shorter one.")
    else:
        text = QCoreApplication.translate("Document", "{0} could not be written ({1}). Check the disk and try again.")
    return ProjectFileError(text.format(path, error.strerror or error))


def unread(path: Path, error: OSError) -> ProjectFileError:
    """For a file that could not be read."""
    if error.errno == errno.ENOENT:
        text = QCoreApplication.translate("Document", "{0} does not exist any more.")
    elif error.errno in (errno.EACCES, errno.EPERM):
        text = QCoreApplication.translate("Document", "{0} may not be read. Allow it in the file's properties.")
    elif error.errno == errno.EISDIR:
        text = QCoreApplication.translate("Document", "{0} is a folder. Choose a file.")
    else:
        text = QCoreApplication.translate("Document", "{0} could not be read ({1}). Check the disk and try again.")
    return ProjectFileError(text.format(path, error.strerror or error))


def not_autosaved(folder: Path, error: OSError) -> ProjectFileError:
    """For a working state that could not be written."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        text = QCoreApplication.translate(
            "Document", "The disk with {0} is full, so changes are not autosaved. Free some space, or save the project."
        )
    else:
        text = QCoreApplication.translate(
            "Document", "Changes cannot be autosaved in {0} ({1}). Save the project often, and check the folder."
        )
    return ProjectFileError(text.format(folder, error.strerror or error))
