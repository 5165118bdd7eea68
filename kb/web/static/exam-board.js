// The board of an exam question: step through a game, click a square to put it into the answer.

import { Chessboard } from "./vendor/cm-chessboard/src/Chessboard.js";
import { Arrows, ARROW_TYPE } from "./vendor/cm-chessboard/src/extensions/arrows/Arrows.js";
import { Markers, MARKER_TYPE } from "./vendor/cm-chessboard/src/extensions/markers/Markers.js";

const here = (path) => new URL(path, import.meta.url).href;

export function mount(figure) {
  new ExamBoard(figure);
}

class ExamBoard {
  constructor(figure) {
    const { frames, attempted, insert } = figure.dataset;
    this.figure = figure;
    this.frames = JSON.parse(frames);
    this.attempted = attempted;
    this.field = insert ? document.getElementById(insert) : null;
    this.at = 0;
    const frame = figure.querySelector(".board-frame");
    const still = frame.querySelector("img");
    const place = document.createElement("div");
    place.className = "board";
    place.setAttribute("role", "img");
    place.setAttribute("aria-label", still.alt);
    still.replaceWith(place);
    this.place = place;
    this.board = new Chessboard(place, {
      position: this.frames[0].fen,
      assetsUrl: here("./vendor/cm-chessboard/assets/"),
      style: {
        cssClass: "kb",
        pieces: { file: here("./pieces.svg"), tileSize: 45 },
        animationDuration: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 150,
      },
      extensions: [{ class: Markers, props: { autoMarkers: null } }, { class: Arrows }],
    });
    place.querySelector("svg")?.setAttribute("aria-hidden", "true");
    if (this.frames.length > 1) this.addSteps();
    if (this.field) this.board.enableSquareSelect("pointerdown", (event) => this.clicked(event));
    place.classList.toggle("clickable", Boolean(this.field));
    this.draw();
  }

  draw() {
    this.board.removeArrows();
    this.board.removeMarkers();
    const { uci } = this.frames[this.at];
    if (uci) for (const square of [uci.slice(0, 2), uci.slice(2, 4)]) this.board.addMarker(MARKER_TYPE.square, square);
    if (this.attempted && this.at === 0) {
      this.board.addArrow(ARROW_TYPE.danger, this.attempted.slice(0, 2), this.attempted.slice(2, 4));
    }
  }

  // -- a square goes into the answer ------------------------------------------------------------

  clicked(event) {
    if (!event.square) return;
    this.put(this.named(event.square));
    this.board.removeMarkers(MARKER_TYPE.frame);
    this.board.addMarker(MARKER_TYPE.frame, event.square);
  }

  named(square) {
    const piece = this.board.getPiece(square);
    const letters = this.figure.dataset.letters.split(" "); // of the language, king to knight
    const letter = piece ? (letters["kqrbn".indexOf(piece[1])] ?? "") : "";
    return letter + square;
  }

  put(text) {
    const field = this.field;
    const [from, to] = [field.selectionStart, field.selectionEnd];
    const before = field.value.slice(0, from);
    const space = before && !/\s$/.test(before) ? " " : "";
    field.setRangeText(space + text, from, to, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // -- a game is stepped through ------------------------------------------------------------------

  addSteps() {
    const bar = document.createElement("div");
    bar.className = "board-steps";
    const words = JSON.parse(this.figure.dataset.labels);
    const buttons = [
      ["«", words.first, () => this.go(0)],
      ["‹", words.back, () => this.go(this.at - 1)],
      ["›", words.next, () => this.go(this.at + 1)],
      ["»", words.last, () => this.go(this.frames.length - 1)],
    ].map(([icon, label, act]) => this.button(icon, act, label));
    this.moves = document.createElement("div");
    this.moves.className = "moves";
    this.moves.setAttribute("role", "group");
    this.moves.setAttribute("aria-label", words.moves);
    this.moves.append(...this.frames.slice(1).map((frame, n) => this.button(frame.move, () => this.chosen(n + 1))));
    const row = document.createElement("div");
    row.className = "buttons";
    row.append(...buttons);
    bar.append(row, this.moves);
    this.figure.querySelector(".board-frame").after(bar);
    this.figure.parentElement.querySelector("pre.pgn")?.remove(); // the same moves, to be read by hand
  }

  button(text, act, label = "") {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    if (label) {
      button.setAttribute("aria-label", label);
      button.title = label;
    }
    button.addEventListener("click", act);
    return button;
  }

  chosen(at) {
    const again = this.at === at;
    this.go(at);
    if (this.field && again) this.put(this.frames[at].move); // a second click puts the move into the answer
  }

  go(at) {
    this.at = Math.max(0, Math.min(at, this.frames.length - 1));
    this.board.setPosition(this.frames[this.at].fen, true);
    [...this.moves.children].forEach((button, n) => {
      if (n + 1 === this.at) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    });
    this.draw();
  }
}
