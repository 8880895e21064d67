"""Writing lines to audio files: names, plans, the queue. No widgets."""
