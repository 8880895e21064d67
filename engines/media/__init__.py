"""Video and audio files as they are played: pictures and sound on one time, and new sound put beside the old."""
