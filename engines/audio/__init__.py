"""Sound as numbers and as files: resampling, sample formats, WAV."""
