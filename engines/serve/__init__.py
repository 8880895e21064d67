"""The engine for many listeners: HTTP and WebSocket, with limits, tokens and metrics. Needs the extra `serve`."""
