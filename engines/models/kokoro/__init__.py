"""Kokoro-82M: StyleTTS2-style text-to-speech with an iSTFTNet generator, 24 kHz.

Sources: Kokoro (hexgrad, Apache-2.0), StyleTTS2 (Li et al. 2023, arXiv:2306.07691), iSTFTNet (Kaneko et al. 2022,
arXiv:2203.02395).
"""
