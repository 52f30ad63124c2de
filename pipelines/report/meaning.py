"""The semantic layer as the settings ask for it, and what is said of it when it is off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_reprint.errors import ReprintError

from ..semantic.encoders import make_encoder
from ..semantic.layer import SemanticLayer
from ..semantic.remembered import Remembered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy_reprint.options import Options

    from ..index.store import Store
    from ..semantic.encoders import Encoder
    from .plan import Decisions, Plan


class Meaning:
    """Switches the semantic layer on where its encoder can be had; otherwise says once why it is off."""

    def __init__(self, options: Options, encoder: Encoder | None = None) -> None:
        """With `encoder`, that one; else the one that the settings name."""
        self._layer: SemanticLayer | None = None
        self._off = ""
        if options.semantic == "off":
            return
        try:
            encoder = encoder or make_encoder(
                options.semantic,
                model=options.semantic_model,
                base_url=options.semantic_url,
                api_key_env=options.semantic_key_variable,
                timeout_seconds=options.semantic_seconds,
            )
        except ReprintError as error:
            self._off = str(error)
            return
        self._layer = SemanticLayer(Remembered(encoder), options.semantic_thresholds)

    @property
    def on(self) -> bool:
        """True where there is an encoder."""
        return self._layer is not None

    def decide(self, store: Store, plan: Plan) -> Decisions:
        """Decisions on the proposed pairs; none where the layer is off or its encoder fails."""
        if self._layer is None:
            return {}
        try:
            return self._layer.decide(store, list(plan.proposed.values()))
        except ReprintError as error:
            self._off = str(error)
            return {}

    def warnings(self) -> Iterator[str]:
        """What the reader of the report must know of the layer."""
        if self._off:
            yield f"The semantic layer is off and its columns are empty: {self._off}"
        elif self._layer is not None:
            if self._layer.uncalibrated:
                yield (
                    f"{self._layer.uncalibrated} pairs were not compared by meaning: their language has no thresholds "
                    f"for this encoder (REPRINT_SEMANTIC_THRESHOLDS)."
                )
            if self._layer.without_text:
                yield (
                    f"{self._layer.without_text} articles were not compared by meaning: their text was not kept "
                    f"(REPRINT_KEEP_TEXT)."
                )
            if self._layer.cut:
                yield f"{self._layer.cut} long articles were compared by the meaning of their first sentences only."
