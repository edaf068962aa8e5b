// Tap, one after the other, the buttons that a person would: each must be there, in sight, and on top. Run by
// `entering.tap_all` in the page of a game that is recorded; hands back the milliseconds from each tap to what can be
// done next. `taps` are pairs of what is done and its words.

const [taps, done] = arguments;
const table = document.querySelector(".table");

function answered(version) {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (table.dataset.version === version || table.classList.contains("waiting")) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(table, { attributes: true, attributeFilter: ["class", "data-version"] });
  });
}

function inSight(button, words) {
  if (!button) throw new Error(`no button ${words} among ${document.querySelector("#offers").innerText}`);
  button.scrollIntoView({ block: "center" });
  const { left, top, width, height } = button.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  if (!button.contains(there)) throw new Error(`${words} is covered by ${there?.outerHTML.slice(0, 80)}`);
  return there;
}

function tap(kind, words) {
  if (kind === "type") document.querySelector("#typed").value = words;
  const buttons = [...document.querySelectorAll(kind === "type" ? "#enter" : "#offers button")];
  inSight(kind === "tap" ? buttons.find((one) => one.textContent === words) : buttons[0], words).click();
}

async function all() {
  const times = [];
  for (const [kind, words] of taps) {
    const start = performance.now();
    const next = answered(table.dataset.version);
    tap(kind, words);
    await next;
    times.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve)); // a person lets the drawing begin
  }
  return times;
}

all().then((times) => done({ times }), (error) => done({ error: String(error) }));
