"""The keys of every action, and changing them."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QSortFilterProxyModel, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from studio.settings import Settings
from studio.windows.actions import ACTIONS, Actions, ActionSpec
from studio.windows.command_palette import plain
from studio.windows.icons import blank
from studio.windows.shortcuts import assign, keys_of, native, owner, reset, reset_all

_Index = QModelIndex | QPersistentModelIndex


class _Model(QAbstractTableModel):
    def __init__(self, actions: Actions, settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self._actions = actions
        self._settings = settings
        settings.changed.connect(self._changed)

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: N802, B008 Qt's name and default
        return 0 if parent.isValid() else len(ACTIONS)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: N802, B008 Qt's name and default
        return 0 if parent.isValid() else 2

    def headerData(  # noqa: N802 Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if role != Qt.ItemDataRole.DisplayRole or orientation != Qt.Orientation.Horizontal:
            return None
        return (self.tr("Action"), self.tr("Keys"))[section]

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        spec = ACTIONS[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return (
                plain(self._actions[spec.id].text()) if index.column() == 0 else native(keys_of(spec, self._settings))
            )
        if role == Qt.ItemDataRole.DecorationRole and index.column() == 0:
            drawn = self._actions[spec.id].icon()
            return blank() if drawn.isNull() else drawn
        return None

    def _changed(self, name: str) -> None:
        row = next((row for row, spec in enumerate(ACTIONS) if spec.id == name), None)
        if row is not None:
            self.dataChanged.emit(self.index(row, 0), self.index(row, 1))


class ShortcutsEditor(QDialog):
    """A searchable table of the actions; below it, the keys of the chosen one.

    Parameters
    ----------
    actions
        Whose texts and icons are shown.
    settings
        Where keys are kept; a change holds at once.
    """

    def __init__(self, actions: Actions, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        self._settings = settings
        self._actions = actions
        self._search = QLineEdit()
        self._filtered = QSortFilterProxyModel(self)
        self._table = QTableView()
        self._keys = QKeySequenceEdit()
        self._assign = QPushButton(self.tr("&Assign"))
        self._reset = QPushButton(self.tr("&Default"))
        self._note = QLabel()
        self._make_table()
        keys_row = self._make_keys_row()

        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        everything = buttons.addButton(self.tr("Reset all"), QDialogButtonBox.ButtonRole.ResetRole)
        everything.clicked.connect(self._do_reset_all)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.setSpacing(8)
        layout.addWidget(self._search)
        layout.addWidget(self._table, 1)
        layout.addLayout(keys_row)
        layout.addWidget(self._note)
        layout.addWidget(buttons)
        self._table.selectionModel().selectionChanged.connect(self._chosen)
        self._filtered.modelReset.connect(self._chosen)
        self._table.selectRow(0)
        width = self.fontMetrics().averageCharWidth()
        self.resize(width * 72, self.fontMetrics().height() * 32)

    @property
    def spec(self) -> ActionSpec | None:
        """The chosen action."""
        rows = self._table.selectionModel().selectedRows()
        return ACTIONS[self._filtered.mapToSource(rows[0]).row()] if rows else None

    def _make_table(self) -> None:
        self._search.setPlaceholderText(self.tr("Search actions"))
        self._search.setAccessibleName(self.tr("Search actions"))
        self._search.setClearButtonEnabled(True)
        model = _Model(self._actions, self._settings, self)
        self._filtered.setSourceModel(model)
        self._filtered.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._filtered.setFilterKeyColumn(-1)
        self._search.textChanged.connect(self._filtered.setFilterFixedString)
        self._table.setModel(self._filtered)
        self._table.setAccessibleName(self.tr("Actions and their keys"))
        self._table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self._table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._table.setTabKeyNavigation(False)
        self._table.setShowGrid(False)
        self._table.verticalHeader().hide()
        self._table.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 12)
        header = self._table.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        header.setHighlightSections(False)

    def _make_keys_row(self) -> QHBoxLayout:
        self._keys.setMaximumSequenceLength(1)
        self._keys.setClearButtonEnabled(True)
        self._keys.setAccessibleName(self.tr("New keys for the chosen action"))
        self._keys.keySequenceChanged.connect(self._check)
        keys_label = QLabel(self.tr("New &keys:"))
        keys_label.setBuddy(self._keys)
        self._assign.clicked.connect(self._do_assign)
        self._reset.setToolTip(self.tr("Give this action its own keys back"))
        self._reset.clicked.connect(self._do_reset)
        self._note.setWordWrap(True)
        row = QHBoxLayout()
        for widget in (keys_label, self._keys, self._assign, self._reset):
            row.addWidget(widget)
        return row

    def _chosen(self) -> None:
        spec = self.spec
        for widget in (self._keys, self._assign, self._reset):
            widget.setEnabled(spec is not None)
        keys = keys_of(spec, self._settings) if spec else ()
        self._keys.setKeySequence(QKeySequence(keys[0] if keys else ""))
        self._check()

    def _entered(self) -> str:
        return self._keys.keySequence().toString(QKeySequence.SequenceFormat.PortableText)

    def _check(self) -> None:
        spec, keys = self.spec, self._entered()
        holder = owner(keys, self._settings, but=spec.id) if spec and keys else None
        self._note.setText(
            self.tr("{0} belongs to “{1}”; assigning takes it from there.").format(native((keys,)), self._text(holder))
            if holder
            else ""
        )
        self._assign.setEnabled(spec is not None and (keys,) != keys_of(spec, self._settings))

    def _do_assign(self) -> None:
        if self.spec:
            assign(self.spec, self._entered(), self._settings)
            self._check()

    def _do_reset(self) -> None:
        if not self.spec:
            return
        holder = reset(self.spec, self._settings)
        self._chosen()
        if holder:
            self._note.setText(
                self.tr("“{0}” has its keys now; give that action others first.").format(self._text(holder))
            )

    def _do_reset_all(self) -> None:
        reset_all(self._settings)
        self._chosen()

    def _text(self, spec: ActionSpec) -> str:
        return plain(self._actions[spec.id].text())
