"""What the user chose for the program rather than for a project; kept in an INI file in the user's data folder."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QObject, QSettings, Signal

RECENT = 10
DEFAULT_STAGE_TIMEOUT = 500
STAGE_TIMEOUTS = (50, 10_000)
"""The shortest and the longest that may be chosen; milliseconds."""


class Settings(QObject):
    """Typed access to every setting. Reading is from memory; writing reaches the disk a moment later, off this path.

    Parameters
    ----------
    file
        The INI file; it need not exist.
    """

    changed = Signal(str)
    """Name of the property that changed."""

    def __init__(self, file: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = QSettings(str(file), QSettings.Format.IniFormat, self)

    def _text(self, key: str, default: str = "") -> str:
        return str(self._store.value(key, default))

    def _list(self, key: str) -> tuple[str, ...]:
        value = self._store.value(key, [])
        # An INI file does not tell a list of one from a text.
        return tuple(str(item) for item in value) if isinstance(value, list) else (str(value),) if value else ()

    def _put(self, key: str, value: object) -> None:
        self._store.setValue(key, value)
        self.changed.emit(key.rpartition("/")[2])

    @property
    def language(self) -> str:
        """Of the interface: `en`, `zh_CN`, or empty for the system's."""
        return self._text("interface/language")

    @language.setter
    def language(self, value: str) -> None:
        self._put("interface/language", value)

    @property
    def theme(self) -> str:
        """`light`, `dark`, or empty for the system's."""
        return self._text("interface/theme")

    @theme.setter
    def theme(self, value: str) -> None:
        self._put("interface/theme", value)

    @property
    def show_welcome(self) -> bool:
        """Whether the program starts with its welcome page."""
        return self._text("interface/show_welcome", "true") == "true"

    @show_welcome.setter
    def show_welcome(self, value: bool) -> None:
        self._put("interface/show_welcome", "true" if value else "false")

    @property
    def output_device(self) -> str:
        """Name of the device to play on; empty follows the system's default."""
        return self._text("sound/output_device")

    @output_device.setter
    def output_device(self, value: str) -> None:
        self._put("sound/output_device", value)

    @property
    def use_gpu(self) -> bool:
        """Whether speech is made on the graphics card where there is one that can."""
        return self._text("engine/use_gpu", "true") == "true"

    @use_gpu.setter
    def use_gpu(self, value: bool) -> None:
        self._put("engine/use_gpu", "true" if value else "false")

    @property
    def half_precision(self) -> bool:
        """Whether it computes in float16 where that was measured to be exact enough."""
        return self._text("engine/half_precision", "true") == "true"

    @half_precision.setter
    def half_precision(self, value: bool) -> None:
        self._put("engine/half_precision", "true" if value else "false")

    @property
    def stage_timeout(self) -> int:
        """Milliseconds that one run of a stage may take on it before something slower does the work."""
        text = self._text("engine/stage_timeout")
        shortest, longest = STAGE_TIMEOUTS
        return min(max(int(text), shortest), longest) if text.isdecimal() else DEFAULT_STAGE_TIMEOUT

    @stage_timeout.setter
    def stage_timeout(self, value: int) -> None:
        self._put("engine/stage_timeout", str(value))

    @property
    def use_server(self) -> bool:
        """Whether speech is made by a server as long as it can be reached."""
        return self._text("server/use_server") == "true"

    @use_server.setter
    def use_server(self, value: bool) -> None:
        self._put("server/use_server", "true" if value else "false")

    @property
    def server_url(self) -> str:
        """Its address."""
        return self._text("server/server_url")

    @server_url.setter
    def server_url(self, value: str) -> None:
        self._put("server/server_url", value)

    @property
    def server_token(self) -> str:
        """What it lets the user in for."""
        return self._text("server/server_token")

    @server_token.setter
    def server_token(self, value: str) -> None:
        self._put("server/server_token", value)

    @property
    def recent_files(self) -> tuple[str, ...]:
        """Project files, the latest first."""
        return self._list("files/recent_files")

    def add_recent_file(self, path: Path) -> None:
        """Put a file first."""
        name = str(path)
        self._put("files/recent_files", [name, *(n for n in self.recent_files if n != name)][:RECENT])

    def remove_recent_file(self, path: Path) -> None:
        """Forget a file that is gone."""
        self._put("files/recent_files", [n for n in self.recent_files if n != str(path)])

    def clear_recent_files(self) -> None:
        """Forget all of them."""
        self._put("files/recent_files", [])

    @property
    def favourite_voices(self) -> tuple[str, ...]:
        """Names of voices."""
        return self._list("voices/favourite_voices")

    @favourite_voices.setter
    def favourite_voices(self, value: tuple[str, ...]) -> None:
        self._put("voices/favourite_voices", list(value))

    def voice_tags(self, voice: str) -> tuple[str, ...]:
        """The user's own tags of a voice."""
        return self._list(f"voice_tags/{voice}")

    def set_voice_tags(self, voice: str, tags: tuple[str, ...]) -> None:
        """Replace them."""
        self._put(f"voice_tags/{voice}", list(tags))

    @property
    def consent_read(self) -> bool:
        """Whether the user has seen what is to be known about other people's voices."""
        return self._text("voices/consent_read") == "true"

    @consent_read.setter
    def consent_read(self, value: bool) -> None:
        self._put("voices/consent_read", "true" if value else "false")

    @property
    def export_folder(self) -> str:
        """Where the last export went."""
        return self._text("files/export_folder")

    @export_folder.setter
    def export_folder(self, value: str) -> None:
        self._put("files/export_folder", value)

    def export_choice(self, name: str) -> str:
        """What was last chosen for an option of exporting, as the dialog writes it; empty before the first time."""
        return self._text(f"export/{name}")

    def set_export_choice(self, name: str, value: str) -> None:
        """Keep it for the next export."""
        self._put(f"export/{name}", value)

    def shortcut(self, action: str) -> str | None:
        """The user's key sequence for an action, portable text; None where it is the default."""
        value = self._store.value(f"shortcuts/{action}")
        return None if value is None else str(value)

    def set_shortcut(self, action: str, keys: str | None) -> None:
        """Bind an action to other keys; empty is none, None the default."""
        if keys is None:
            self._store.remove(f"shortcuts/{action}")
            self.changed.emit(action)
        else:
            self._put(f"shortcuts/{action}", keys)

    def window_state(self, name: str) -> QByteArray | None:
        """A geometry or state that `set_window_state` kept."""
        value = self._store.value(f"window/{name}")
        return value if isinstance(value, QByteArray) else None

    def set_window_state(self, name: str, state: QByteArray) -> None:
        """Keep the result of a `saveGeometry` or `saveState`."""
        self._store.setValue(f"window/{name}", state)

    def sync(self) -> None:
        """Write to disk now, when the program ends."""
        self._store.sync()
