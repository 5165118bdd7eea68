// Exam pages work without this; it adds the board one can click, the clock, and saving while one writes.

const TYPING = 700; // milliseconds without a key before what was written is saved
const SPEAK_AT = [600, 300, 60]; // seconds left at which the clock is read out
const RETRY = 4000;

for (const element of document.querySelectorAll(".needs-script")) element.hidden = false;
for (const element of document.querySelectorAll("[data-board]")) setUpBoard(element);
for (const element of document.querySelectorAll("[data-deadline]")) runClock(element);
for (const button of document.querySelectorAll("[data-copy]")) button.addEventListener("click", () => copy(button));
for (const button of document.querySelectorAll("[data-print]")) button.addEventListener("click", () => printAll());
const form = document.querySelector("form[data-save]");
if (form) keepDraft(form);
if (location.hash === "#outcome") document.getElementById("outcome")?.focus();
document.querySelector(".places [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
openTarget();
addEventListener("hashchange", openTarget);
document.body.classList.add("scripted");
document.addEventListener("toggle", (event) => loadClause(event.target), true);

async function setUpBoard(element) {
  const { mount } = await import("./exam-board.js");
  mount(element);
}

// A link to a question opens it.
function openTarget() {
  const target = /^#q\d+$/.test(location.hash) && document.querySelector(location.hash);
  if (target instanceof HTMLDetailsElement) target.open = true;
}

// The whole clause under a quote, with its neighbours; what the server sends is HTML it has escaped.
async function loadClause(fold) {
  if (!fold.matches?.("details.clause") || !fold.open || fold.dataset.loaded) return;
  const { document: id, clause } = fold.dataset;
  const language = document.documentElement.lang;
  try {
    const response = await fetch(new URL(`./clause/${language}/${id}/${encodeURIComponent(clause)}`, import.meta.url));
    fold.querySelector(".clause-body").innerHTML = await response.text();
    fold.dataset.loaded = "yes";
  } catch {
    fold.open = false;
  }
}

// -- the clock -------------------------------------------------------------------------------

function runClock(element) {
  const { deadline, now, spoken } = element.dataset;
  const ahead = Number(now) - Date.now() / 1000; // the reader's own clock may be wrong
  const shown = element.querySelector("[data-time]");
  const say = element.querySelector("[data-say]");
  const tick = () => {
    const left = Math.max(0, Math.ceil(Number(deadline) - (Date.now() / 1000 + ahead)));
    shown.textContent = clockText(left);
    element.classList.toggle("short", left <= 300);
    if (SPEAK_AT.includes(left)) say.textContent = spoken.replace("{time}", clockText(left));
    if (left > 0) return;
    clearInterval(running);
    timeIsUp(element);
  };
  const running = setInterval(tick, 1000);
  tick();
}

function clockText(seconds) {
  const two = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  return `${hours ? `${hours}:` : ""}${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

function timeIsUp(element) {
  const form = document.querySelector("form[data-save]");
  if (form) form.requestSubmit(form.querySelector("button[value=overview]"));
  else if (element.dataset.result) location.assign(element.dataset.result);
}

// -- answers under way -------------------------------------------------------------------------

// What is written is sent to the server while one writes.  Until the server has it, the browser keeps it.
function keepDraft(form) {
  const key = `kb-exam:${form.dataset.draft}`;
  const status = form.querySelector("[data-status]");
  if (!form.querySelector("[name=answer]")) {
    forget(key); // judged already
    return;
  }
  const value = () => new FormData(form).get("answer") ?? "";
  let sent = value();
  let timer = 0;
  let flying = null;
  const left = remembered(key);
  if (left === sent) forget(key);
  else if (left !== null) put(form, left);
  const send = async (keepalive = false) => {
    clearTimeout(timer);
    const now = value();
    if (now === sent) return;
    flying?.abort(); // what is sent now is newer
    flying = new AbortController();
    const { signal } = flying;
    try {
      const body = new URLSearchParams({ question: form.elements.question.value, answer: now });
      const response = await fetch(form.dataset.save, { method: "POST", body, keepalive, signal });
      if (!response.ok) throw new Error(response.statusText);
      if (!(await response.json()).kept) return; // handed in meanwhile, or it stands
      sent = now;
      if (value() === now) forget(key);
      status.textContent = form.dataset.saved;
    } catch {
      if (signal.aborted) return;
      status.textContent = form.dataset.unsaved;
      timer = setTimeout(send, RETRY);
    }
  };
  form.addEventListener("input", (event) => {
    remember(key, value());
    status.textContent = "";
    clearTimeout(timer);
    timer = setTimeout(send, event.target.type === "radio" ? 0 : TYPING);
  });
  form.addEventListener("submit", () => {
    clearTimeout(timer);
    flying?.abort();
    sent = value();
  });
  addEventListener("pagehide", () => send(true));
  if (value() !== sent) send();
}

function put(form, text) {
  const field = form.elements.answer;
  if (field instanceof HTMLTextAreaElement) field.value = text;
  else for (const radio of form.querySelectorAll("input[type=radio]")) radio.checked = radio.value === text;
}

// Storage may be switched off; then the server alone keeps answers.
function remember(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    /* nothing to do: the server is told in a moment */
  }
}

function remembered(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function forget(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    /* nothing was kept */
  }
}

// -- small things ------------------------------------------------------------------------------

async function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // the clipboard is closed to pages that came over plain http
  }
  const status = document.querySelector("[data-status]");
  if (status) status.textContent = button.dataset.copied;
}

function printAll() {
  for (const fold of document.querySelectorAll("details.show-key, details.paper-question")) fold.open = true;
  print();
}
