// Tells whether a chosen file is one of a pack. Its SHA-256 is computed here, piece by piece:
// the file goes nowhere, and pages without https have no other way to compute it.
"use strict";
{
  const primes = [];
  for (let n = 2; primes.length < 64; n++) {
    if (primes.every((p) => n % p)) primes.push(n);
  }
  const fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) | 0;
  const round = Int32Array.from(primes, (p) => fraction(Math.cbrt(p)));
  const start = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
  const turn = (x, n) => (x >>> n) | (x << (32 - n));

  class Sum {
    state = Int32Array.from(start);
    words = new Int32Array(64);
    rest = new Uint8Array(64);
    held = 0;
    size = 0;

    add(bytes) {
      this.size += bytes.length;
      let at = 0;
      if (this.held) {
        at = Math.min(64 - this.held, bytes.length);
        this.rest.set(bytes.subarray(0, at), this.held);
        this.held += at;
        if (this.held < 64) return;
        this.block(this.rest, 0);
        this.held = 0;
      }
      for (; at + 64 <= bytes.length; at += 64) this.block(bytes, at);
      this.rest.set(bytes.subarray(at));
      this.held = bytes.length - at;
    }

    block(bytes, at) {
      const w = this.words;
      for (let i = 0; i < 16; i++) {
        const b = at + 4 * i;
        w[i] = (bytes[b] << 24) | (bytes[b + 1] << 16) | (bytes[b + 2] << 8) | bytes[b + 3];
      }
      for (let i = 16; i < 64; i++) {
        const x = w[i - 15];
        const y = w[i - 2];
        w[i] = (w[i - 16] + w[i - 7] + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10))) | 0;
      }
      let [a, b, c, d, e, f, g, h] = this.state;
      for (let i = 0; i < 64; i++) {
        const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + round[i] + w[i]) | 0;
        const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        h = g;
        g = f;
        f = e;
        e = (d + one) | 0;
        d = c;
        c = b;
        b = a;
        a = (one + two) | 0;
      }
      [a, b, c, d, e, f, g, h].forEach((x, i) => {
        this.state[i] += x;
      });
    }

    end() {
      const bits = this.size * 8;
      const tail = new Uint8Array(this.held < 56 ? 64 - this.held : 128 - this.held);
      tail[0] = 0x80;
      const view = new DataView(tail.buffer);
      view.setUint32(tail.length - 8, Math.floor(bits / 2 ** 32));
      view.setUint32(tail.length - 4, bits >>> 0);
      this.add(tail);
      return Array.from(this.state, (x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
    }
  }

  const sumOf = async (file) => {
    const sum = new Sum();
    const piece = 4 << 20;
    for (let at = 0; at < file.size; at += piece) {
      sum.add(new Uint8Array(await file.slice(at, at + piece).arrayBuffer()));
    }
    return sum.end();
  };

  const input = document.getElementById("file");
  const verdict = document.getElementById("verdict");
  const say = (text, kind) => {
    verdict.hidden = false;
    verdict.textContent = text;
    verdict.className = kind;
  };
  input.addEventListener("change", async () => {
    const file = input.files[0];
    if (!file) return;
    say(input.dataset.working, "note");
    const sum = await sumOf(file);
    if (file !== input.files[0]) return;
    const entry = Array.from(document.querySelectorAll("[data-sum]")).find((dd) => dd.dataset.sum === sum);
    if (entry) say(input.dataset.same.replace("{path}", entry.previousElementSibling.textContent), "note ok");
    else say(input.dataset.other, "note wrn");
  });
}
