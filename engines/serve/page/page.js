// Speaks a text through the WebSocket of the server that this page is from; see engines/serve/README.md.
const CHINESE = {
  text: "文本",
  voice: "声音",
  speed: "语速",
  token: "令牌(如需要)",
  speak: "朗读",
  stop: "停止",
  waiting: "正在等待第一个声音……",
  speaking: (first) => `${first} 毫秒后响起第一个声音。`,
  done: (first, seconds) => `${first} 毫秒后响起第一个声音;共 ${seconds} 秒。`,
  gaps: (count) => `中断了 ${count} 次。`,
  stopped: "已停止。",
  lost: "与服务器的连接断开了:请再试一次。",
  voices: "无法读取声音列表:",
};
const ENGLISH = {
  waiting: "Waiting for the first sound…",
  speaking: (first) => `The first sound came after ${first} ms.`,
  done: (first, seconds) => `The first sound came after ${first} ms; ${seconds} s in all.`,
  gaps: (count) => `It stopped ${count} times.`,
  stopped: "Stopped.",
  lost: "The connection to the server was lost: try again.",
  voices: "The voices cannot be listed: ",
};
const chinese = navigator.language.startsWith("zh");
const words = chinese ? CHINESE : ENGLISH;
const element = (id) => document.getElementById(id);
const [text, voice, speed, token, speak, stop, state] = ["text", "voice", "speed", "token", "speak", "stop", "state"].map(element);

let sound = null; // the context and the node that plays, once there was a click
let turn = null; // what is spoken now
let rate = 24000;

function show(message, { wrong = false, name = "", ...numbers } = {}) {
  state.textContent = message;
  state.classList.toggle("wrong", wrong);
  Object.assign(state.dataset, { name, ...numbers });
  speak.disabled = name === "waiting" || name === "speaking";
  stop.disabled = !speak.disabled;
}

async function listVoices() {
  const chosen = voice.value;
  try {
    const headers = token.value ? { Authorization: `Bearer ${token.value}` } : {};
    const answer = await fetch("v1/voices", { headers });
    const body = await answer.json();
    if (!answer.ok) throw new Error(body.error.message);
    rate = body.sample_rate;
    voice.replaceChildren(...body.data.map(({ id, title, language }) => new Option(`${title} (${language})`, id)));
    voice.value = body.data.some(({ id }) => id === chosen) ? chosen : body.default;
    show("", { name: "ready" });
  } catch (error) {
    show(words.voices + error.message, { wrong: true, name: "failed" });
  }
}

async function opened() {
  if (!sound) {
    const context = new AudioContext({ sampleRate: rate });
    await context.audioWorklet.addModule("page/player.js");
    const node = new AudioWorkletNode(context, "player", { numberOfInputs: 0, outputChannelCount: [1] });
    node.connect(context.destination);
    sound = { context, node };
  }
  await sound.context.resume();
  return sound;
}

async function begin() {
  show(words.waiting, { name: "waiting" });
  const { node } = await opened();
  const address = new URL("v1/stream", location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const socket = new WebSocket(address, ["timbre.v1", ...(token.value ? [`token.${token.value}`] : [])]);
  socket.binaryType = "arraybuffer";
  const mine = { socket, asked: performance.now(), first: null, samples: 0 };
  turn = mine;
  node.port.postMessage("clear");
  node.port.onmessage = ({ data }) => {
    if (turn !== mine) return;
    const heard = words.done(mine.first, (data.played / rate).toFixed(1));
    show(data.gaps ? `${heard} ${words.gaps(data.gaps)}` : heard, { name: "done", first: mine.first, ...data });
    turn = null;
  };
  socket.onopen = () => {
    mine.asked = performance.now();
    socket.send(JSON.stringify({ type: "start", voice: voice.value, speed: Number(speed.value), format: "float" }));
    for (let at = 0; at < text.value.length; at += 4000) // frames are bounded
      socket.send(JSON.stringify({ type: "text", text: text.value.slice(at, at + 4000) }));
    socket.send(JSON.stringify({ type: "end" }));
  };
  socket.onmessage = ({ data }) => {
    if (turn !== mine) return;
    if (data instanceof ArrayBuffer) {
      node.port.postMessage(new Float32Array(data));
      mine.samples += data.byteLength / 4;
      if (mine.first === null) {
        mine.first = Math.round(performance.now() - mine.asked);
        show(words.speaking(mine.first), { name: "speaking", first: mine.first });
      }
      return;
    }
    const message = JSON.parse(data);
    if (message.type === "done") {
      node.port.postMessage("end");
      socket.close();
    } else if (message.type === "error") end(message.error.message, true);
  };
  socket.onclose = ({ wasClean }) => {
    if (turn === mine && !wasClean) end(words.lost, true);
  };
}

function end(message, wrong = false) {
  const { socket } = turn;
  turn = null;
  socket.close();
  sound.node.port.postMessage("clear");
  show(message, { wrong, name: wrong ? "failed" : "stopped" });
}

if (chinese) {
  document.documentElement.lang = "zh";
  for (const place of document.querySelectorAll("[data-say]")) place.textContent = CHINESE[place.dataset.say];
}
token.addEventListener("change", listVoices);
speak.addEventListener("click", () => begin().catch((error) => show(error.message, { wrong: true, name: "failed" })));
stop.addEventListener("click", () => end(words.stopped));
listVoices();
