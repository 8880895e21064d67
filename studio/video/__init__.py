"""A script spoken over a video: its picture, its sound under the speech, and what is written of both. No widgets."""
