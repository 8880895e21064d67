// Plays samples as they come: what is not there yet is silence, and counted if something was there before.
class Player extends AudioWorkletProcessor {
  constructor() {
    super();
    this.clear();
    this.port.onmessage = ({ data }) => {
      if (data === "clear") this.clear();
      else if (data === "end") this.complete = true;
      else this.pieces.push(data);
    };
  }

  clear() {
    this.pieces = [];
    this.at = 0;
    this.played = 0;
    this.peak = 0;
    this.gaps = 0;
    this.dry = false;
    this.complete = false;
  }

  process(_inputs, [[output]]) {
    let filled = 0;
    while (filled < output.length && this.pieces.length) {
      const piece = this.pieces[0];
      const part = piece.subarray(this.at, this.at + output.length - filled);
      output.set(part, filled);
      for (const sample of part) this.peak = Math.max(this.peak, Math.abs(sample));
      filled += part.length;
      this.at += part.length;
      if (this.at === piece.length) {
        this.pieces.shift();
        this.at = 0;
      }
    }
    this.played += filled;
    const dry = this.played > 0 && filled < output.length;
    if (dry && !this.complete && !this.dry) this.gaps += 1;
    this.dry = dry;
    if (this.complete && !this.pieces.length) {
      this.port.postMessage({ played: this.played, peak: this.peak, gaps: this.gaps });
      this.clear();
    }
    return true;
  }
}

registerProcessor("player", Player);
