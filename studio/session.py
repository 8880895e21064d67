"""Everything behind the window: built here, started here, and ended here in the right order. No widgets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer

from engines.errors import TimbreError
from engines.models.base import VoiceInfo
from engines.paths import provided
from engines.prosody.presets import PresetStore
from engines.streaming.phrase_bank import PhraseBank
from engines.text.lexicon_store import LexiconStore
from engines.voices.store import VoiceStore
from studio.benchmark import Benchmark
from studio.cloning.own_voices import OwnVoices
from studio.cloning.project_voices import ProjectVoices, to_embed
from studio.cloning.refinements import Refinements
from studio.cloning.tools import Tools, installed_tools
from studio.document.document import Document
from studio.emotions import EmotionLibrary
from studio.engine_setup import EngineSetup, EngineTools
from studio.export.journal import Journal
from studio.export.keeping import Keeping
from studio.export.queue import ExportQueue
from studio.garbage import many_objects
from studio.lexicons import UserLexicon
from studio.operations import Operations
from studio.playback.devices import portaudio
from studio.playback.making import Making
from studio.playback.messages import EngineInfo
from studio.playback.sound import Sound
from studio.playback.synthesis import EngineLike, SynthesisThread
from studio.playback.transport import Transport
from studio.projects import Projects
from studio.server_setup import Measure, ServerSetup, measure_latency
from studio.settings import Settings
from studio.video.files import DubFiles
from studio.video.loading import VideoFile
from studio.video.pictures import PictureThread
from studio.video.player import DubPlayer
from studio.voices import VoiceLibrary

if TYPE_CHECKING:
    from engines.engine import Engine
    from engines.models.store import ModelStore

_WORKSPACES = "workspaces"
_SETTINGS = "settings.ini"
_RECORDINGS = "recordings"
_REFINEMENTS = "refinements"
_EXPORTS = "exports.jsonl"
_PATIENCE = 0.5
"""Seconds that a model may still be read for when the user has left."""
_OF_ENGINE = frozenset({"use_gpu", "half_precision", "stage_timeout", "use_server", "server_url", "server_token"})
"""Settings that the engine is opened with."""
_AUDIO_ON_DISK = 256 << 20
"""Bytes of speech kept between two starts of the program: three quarters of an hour."""
_REST_AFTER = 60_000
"""Milliseconds without speech or reading after which the engine holds less memory; then again and again, since what it
makes ahead wakes it without a word."""
_REOPEN_WAIT = 400
"""Milliseconds after one of them was changed: several may be, one after the other."""


class Session(QObject):
    """One run of the program.

    Parameters
    ----------
    home
        Where models are.
    data
        Where settings and work in progress are kept; the same folder, except for pictures and tests.
    open_engine
        Called on the thread of synthesis; by default the engine in `home`.
    open_portaudio
        Gives the `sounddevice` module; called on the thread of sound.
    offline
        Fetch nothing from the network.
    tools
        What voices are made with.
    engine_tools
        What looks for a graphics card and builds engines.
    measure_server
        Asks a server whether it is there.
    """

    def __init__(
        self,
        home: Path,
        data: Path,
        *,
        open_engine: Callable[[], EngineLike] | None = None,
        open_portaudio: Callable[[], ModuleType] = portaudio,
        offline: bool = False,
        tools: Tools | None = None,
        engine_tools: EngineTools | None = None,
        measure_server: Measure = measure_latency,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._home = home
        self._offline = offline
        self._closed = False
        self.engine: EngineInfo | None = None
        """None until it is ready, and while there is none."""
        self.settings = Settings(data / _SETTINGS, self)
        self.operations = Operations(self)
        self.document = Document(self)
        store = VoiceStore.open(home)
        self.projects = Projects(
            self.document,
            self.operations,
            self.settings,
            data / _WORKSPACES,
            self,
            voices_of=partial(to_embed, store=store),
        )
        self.user_lexicon = UserLexicon(LexiconStore.open(data), self.document, self.operations, self)
        takes_folder = self.projects.takes_folder
        self._wanted = self._engine_options()
        self.synthesis = SynthesisThread(
            open_engine or (lambda: _open_engine(home, self._wanted)),
            voice=self.document.script.narrator.voice,
            bank=PhraseBank(),
            parent=self,
        )
        self.making = Making(self.document, self.synthesis, self.operations, takes_folder, self)
        self.sound = Sound(self.settings.output_device, open_portaudio=open_portaudio, parent=self)
        self.transport = Transport(
            self.document, self.making, self.synthesis, self.operations, takes_folder, self.sound, self
        )
        self.voices = VoiceLibrary(self.settings, self)
        self.emotions = EmotionLibrary(self.operations, self.synthesis, PresetStore.open(home), self)
        self.emotions.changed.connect(self._presets_changed)
        self.tools = tools or installed_tools()
        self.open_portaudio = open_portaudio
        self.recordings = data / _RECORDINGS
        self.own_voices = OwnVoices(self.operations, self.synthesis, store, self)
        self.project_voices = ProjectVoices(self.own_voices, self.projects.voices_folder, self)
        self.refinements = Refinements(
            self.own_voices, self.operations, data / "cache" / _REFINEMENTS, self.tools.command, self
        )
        self.engine_setup = EngineSetup(home, self.settings, self.operations, engine_tools, self)
        self.server_setup = ServerSetup(self.settings, self.operations, measure_server, self)
        self.benchmark = Benchmark(self.synthesis, self)
        self._reopen = QTimer(self, singleShot=True, interval=_REOPEN_WAIT)
        self._reopen.timeout.connect(self.synthesis.reload)
        self._rest = QTimer(self, interval=_REST_AFTER)
        self._rest.timeout.connect(self.synthesis.rest)
        for sign in (self.synthesis.ready, self.synthesis.read, self.synthesis.chunk, self.synthesis.finished):
            sign.connect(self._stay_awake)
        self.exports = ExportQueue(self.document, self.making, self.operations, takes_folder, self)
        self.video = VideoFile(self.document, self.operations, self)
        self.pictures = PictureThread(self)
        self.dub = DubPlayer(
            self.document, self.making, self.operations, self.transport, self.video, takes_folder, self
        )
        self.dub_files = DubFiles(self.document, self.making, self.operations, self.video, takes_folder, self)
        Keeping(self.exports, self.document, self.operations, Journal(data / _EXPORTS))
        self.synthesis.ready.connect(self._engine_ready)
        self.synthesis.stages_changed.connect(self._stages_changed)
        self.synthesis.unavailable.connect(self._engine_gone)
        self.engine_setup.engines_changed.connect(self.synthesis.reload)
        self.synthesis.voices_changed.connect(self._voices_changed)
        self.projects.opened.connect(self.project_voices.opened)
        self.project_voices.changed.connect(self.voices.set_visiting)
        self.settings.changed.connect(self._setting_changed)

    def start(self) -> None:
        """Load the engine and look for work that was lost; the window may be used meanwhile."""
        self.user_lexicon.load()
        self.emotions.load()
        self.synthesis.start()
        self.projects.look_for_lost_work()

    def open_store(self) -> ModelStore:
        """The models on this computer; not for the GUI thread."""
        from engines.models.store import ModelStore  # noqa: PLC0415

        return ModelStore(self._home, offline=self._offline, provided=provided())

    def close(self, *, keep: bool = False) -> bool:
        """End everything; False when something would not stop and the process had better be ended at once.

        Parameters
        ----------
        keep
            Leave unsaved work for a later recovery.
        """
        if self._closed:
            return True
        self._closed = True
        # What plays first, then what feeds it; what writes is waited for, whatever that takes.
        self._reopen.stop()
        self._rest.stop()
        self.benchmark.stop()
        self.transport.stop()
        self.dub.close()
        self.dub_files.cancel()
        self.pictures.close()
        self.exports.cancel()
        self.making.cancel()
        self.synthesis.close(0.0)
        self.sound.close()
        self.refinements.close()
        self.engine_setup.close()
        self.projects.close(keep=keep)
        written = self.operations.close()
        self.settings.sync()
        return self.synthesis.close(_PATIENCE) and written

    def _engine_ready(self, engine: EngineInfo) -> None:
        self.engine = engine
        self.voices.set_stock(engine.voices)

    def _stay_awake(self) -> None:
        self._rest.start()

    def _stages_changed(self, engine: EngineInfo) -> None:
        self.engine = engine

    def _voices_changed(self, voices: Mapping[str, VoiceInfo]) -> None:
        self.voices.set_stock(voices)

    def _presets_changed(self) -> None:
        self.document.use_presets(self.emotions.presets)

    def _engine_gone(self, _sentence: str) -> None:
        self.engine = None

    def _setting_changed(self, name: str) -> None:
        if name == "output_device":
            self.transport.device = self.settings.output_device
        elif name in _OF_ENGINE:
            self._wanted = self._engine_options()
            self._reopen.start()

    def _engine_options(self) -> _EngineOptions:
        settings = self.settings
        server = (settings.server_url, settings.server_token) if settings.use_server else None
        return _EngineOptions(settings.use_gpu, settings.half_precision, settings.stage_timeout / 1000, server)


class _EngineOptions(NamedTuple):
    """What an engine is opened with; values, since the thread of synthesis must not read settings."""

    gpu: bool
    half: bool
    timeout: float
    server: tuple[str, str] | None
    """Address and token."""


def _open_engine(home: Path, options: _EngineOptions) -> EngineLike:
    from engines.engine import Engine  # noqa: PLC0415 costs a second
    from engines.runtime.choosing import Acceleration  # noqa: PLC0415
    from engines.runtime.onnx_runtime import share_threads  # noqa: PLC0415
    from engines.streaming.result_cache import CacheSize  # noqa: PLC0415

    share_threads()
    with many_objects():
        cache = CacheSize(disk=_AUDIO_ON_DISK)
        engine = Engine.open(home, acceleration=Acceleration(*options[:3]), cache=cache)
        # Its segmenter holds up all threads for a tenth of a second, which would be felt in the middle of work.
        engine.load_language("zh")
    return _with_server(engine, *options.server) if options.server and find_spec("websockets") else engine


def _with_server(engine: Engine, url: str, token: str) -> EngineLike:
    from engines.serve.client import ServerAddress, SpeechClient  # noqa: PLC0415 an extra
    from engines.serve.server_first import ServerFirst  # noqa: PLC0415

    try:
        return ServerFirst(engine, SpeechClient(ServerAddress(url, token)))
    except TimbreError:  # no address; the preferences say so
        return engine
