// The thread of questions and answers: appends turns, and acts on the buttons inside them.

const REPORT_STYLES = "../ui/answer.css";
const SPOKEN_FOR = 2500; // milliseconds a "copied" stays

export function mount(element, props, trigger, watch) {
  const words = props.words;
  const root = element.firstElementChild;
  root.innerHTML = "";
  const log = tag("section", { class: "thread", role: "log", "aria-live": "polite", "aria-label": words["ui.thread"] });
  root.append(log);
  const welcome = tag("div", { class: "welcome-holder" });
  welcome.innerHTML = props.welcome;
  log.append(welcome);

  const show = () => {
    const turn = props.value;
    if (turn && turn.turn) showTurn(log, welcome, turn, words);
  };
  watch("value", show);
  show();

  element.addEventListener("click", (event) => {
    const button = event.target.closest("[data-act]");
    if (button) act(button, { trigger, words, log, welcome });
  });
  element.addEventListener("toggle", (event) => loadClause(event.target, words), true);
  document.addEventListener("kb-new", () => startAnew({ props, log, welcome }));
  listenToHead();
}

function showTurn(log, welcome, turn, words) {
  let holder = log.querySelector(`#turn-${turn.turn}`);
  const fresh = !holder;
  if (fresh) {
    holder = tag("div", { class: "turn", id: `turn-${turn.turn}` });
    log.append(holder);
  }
  welcome.hidden = true;
  document.body.classList.add("kb-asked");
  const pending = `<p class="pending" role="status">${words["ui.working"]}</p>`;
  holder.innerHTML = turn.question + (turn.answer || pending);
  if (turn.answer && turn.query) history.replaceState(null, "", `${location.pathname}?${turn.query}`);
  if (fresh || turn.answer) holder.scrollIntoView({ block: "start", behavior: "instant" });
}

function startAnew({ props, log, welcome }) {
  for (const turn of log.querySelectorAll(".turn")) turn.remove();
  welcome.hidden = false;
  document.body.classList.remove("kb-asked");
  history.replaceState(null, "", location.pathname);
  props.value = { anew: true }; // told to the server with the next question
  document.querySelector("#kb-question textarea")?.focus();
}

function act(button, page) {
  const { act: kind, ...data } = button.dataset;
  const article = button.closest("article");
  const acts = {
    ask: () => page.trigger("act", { kind, question: data.question }),
    fact: () => page.trigger("act", { kind, field: data.field, value: data.value, label: data.label }),
    board: () => toBoard({ frames: [{ fen: data.fen, move: "" }], attempted: data.attempted }),
    line: () => toBoard({ frames: JSON.parse(data.frames), attempted: "" }),
    copy: () => copy(article.querySelector("template.plain").content.textContent, article, page.words["ui.copied"], page),
    share: () => copy(`${location.origin}${location.pathname}?${article.dataset.query}`, article, page.words["ui.shared"], page),
    print: () => print(article.closest(".turn")),
    save: () => save(article.closest(".turn")),
  };
  acts[kind]?.();
}

function toBoard(show) {
  document.dispatchEvent(new CustomEvent("kb-board", { detail: show }));
  document.querySelector("#kb-board")?.scrollIntoView({ block: "nearest" });
}

async function copy(text, article, said, page) {
  let worked = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    worked = copyByHand(text); // the clipboard is closed to pages that came over plain http
  }
  const told = article.querySelector(".told");
  told.textContent = worked ? said : page.words["ui.copy_failed"];
  setTimeout(() => (told.textContent = ""), SPOKEN_FOR);
}

function copyByHand(text) {
  const area = tag("textarea", { class: "off-screen", "aria-hidden": "true" });
  area.value = text;
  document.body.append(area);
  area.select();
  const worked = document.execCommand("copy");
  area.remove();
  return worked;
}

// Printed is what is open: the answer itself, and the folds the reader has opened.
function print(turn) {
  document.body.classList.add("kb-printing");
  turn.classList.add("print-me");
  window.addEventListener(
    "afterprint",
    () => {
      document.body.classList.remove("kb-printing");
      turn.classList.remove("print-me");
    },
    { once: true },
  );
  window.print();
}

async function save(turn) {
  const copied = turn.cloneNode(true);
  for (const extra of copied.querySelectorAll(".no-print, template, .clause")) extra.remove();
  const styles = await (await fetch(new URL(REPORT_STYLES, document.baseURI))).text();
  const lang = turn.querySelector("article").lang;
  const page = `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${document.title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${styles}</style></head>
<body class="report">${copied.innerHTML}</body></html>`;
  const link = tag("a", { href: URL.createObjectURL(new Blob([page], { type: "text/html" })), download: "chess-laws.html" });
  link.click();
  URL.revokeObjectURL(link.href);
}

async function loadClause(fold, words) {
  if (!fold.matches?.("details.clause") || !fold.open || fold.dataset.loaded) return;
  const { document: id, clause } = fold.dataset;
  const body = fold.querySelector(".clause-body");
  const path = `../ui/clause/${fold.closest("article").lang}/${id}/${encodeURIComponent(clause)}`;
  try {
    const response = await fetch(new URL(path, document.baseURI));
    body.innerHTML = await response.text();
    fold.dataset.loaded = "yes";
  } catch {
    body.textContent = words["ui.clause_failed"];
  }
}

// The head of the page: the switch keeps the question in the address, and the choice for the next visit.
function listenToHead() {
  for (const link of document.querySelectorAll("a[data-language]")) {
    link.addEventListener("click", () => {
      document.cookie = `kb_language=${link.dataset.language}; path=/; max-age=31536000; samesite=lax`;
      link.search = location.search;
    });
  }
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault(); // the page has a base address, which an anchor would follow
    document.querySelector("#kb-question textarea")?.focus();
  });
  document.querySelector("[data-act-new]")?.addEventListener("click", () => document.dispatchEvent(new Event("kb-new")));
}

function tag(name, attributes) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
