// The board beside the chat: set up, paste, step through, mark the move that was made.

import { Chessboard, COLOR, FEN, INPUT_EVENT_TYPE } from "./vendor/cm-chessboard/src/Chessboard.js";
import { Arrows, ARROW_TYPE } from "./vendor/cm-chessboard/src/extensions/arrows/Arrows.js";
import { Markers, MARKER_TYPE } from "./vendor/cm-chessboard/src/extensions/markers/Markers.js";
import { describe, lastRank, layout, pieceNames } from "./board-layout.js";

const UCI = /^[a-h][1-8][a-h][1-8][qrbn]?$/;
const START = `${FEN.start.split(" ")[0]} w KQkq - 0 1`;

export function mount(element, props, trigger, watch) {
  new BoardPanel(element.firstElementChild, props, trigger, watch);
}

class BoardPanel {
  constructor(root, props, trigger, watch) {
    this.props = props;
    this.words = props.words;
    this.trigger = trigger;
    this.parts = layout(root, this.words);
    this.tool = "drag";
    this.mode = "move";
    this.stamp = 0;
    this.board = new Chessboard(this.parts.board, {
      position: START,
      assetsUrl: new URL("../ui/vendor/cm-chessboard/assets/", document.baseURI).href,
      style: {
        cssClass: "kb",
        pieces: { file: new URL("../ui/pieces.svg", document.baseURI).href, tileSize: 45 },
        animationDuration: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 180,
      },
      extensions: [{ class: Markers, props: { autoMarkers: MARKER_TYPE.frame } }, { class: Arrows }],
    });
    this.parts.board.querySelector("svg").setAttribute("aria-hidden", "true"); // described in words beside it
    this.show({ frames: [{ fen: START, move: "" }] }, { along: false });
    this.board.enableMoveInput((event) => this.moved(event));
    this.board.enableSquareSelect("pointerdown", (event) => this.put(event.square));
    this.listen();
    watch("value", () => this.receive(props.value));
    document.addEventListener("kb-board", (event) => this.show(event.detail, { along: false }));
  }

  // -- what is on the board ---------------------------------------------------

  receive(value) {
    if (!value || !value.stamp || value.stamp === this.stamp) return;
    this.stamp = value.stamp;
    const show = value.show;
    if (value.pasted) {
      this.parts.note.textContent = show.note;
      if (show.frames.length) this.show(show, { along: true });
      return;
    }
    const known = show ? this.frames.findIndex((frame) => frame.fen === show.frames[0].fen) : this.at;
    if (known >= 0) {
      if (show) [this.attempted, this.marked] = [show.attempted, show.marked];
      this.go(known, { keep: true });
      this.send(false);
    } else {
      this.show(show, { along: false });
    }
  }

  show({ frames, at = 0, attempted = "", marked = [], game = "", note = "" }, { along }) {
    this.frames = frames;
    this.game = game;
    this.attempted = attempted;
    this.marked = marked;
    this.parts.note.textContent = note;
    this.parts.steps.hidden = frames.length < 2;
    this.parts.moves.replaceChildren(...frames.map((frame, n) => this.moveButton(frame, n)));
    this.go(at, { keep: true });
    this.send(along);
  }

  moveButton(frame, n) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = frame.move || "•";
    button.addEventListener("click", () => this.go(n));
    return button;
  }

  go(at, { keep = false } = {}) {
    this.at = Math.max(0, Math.min(at, this.frames.length - 1));
    if (!keep) this.attempted = "";
    this.fen = this.frames[this.at].fen;
    [...this.parts.moves.children].forEach((button, n) => button.classList.toggle("current", n === this.at));
    this.parts.moves.children[this.at]?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
    this.board.setPosition(this.fen, true);
    this.setTurn(this.fen.split(" ")[1] || "w");
    this.draw();
    if (!keep) this.send(this.parts.along.checked);
  }

  edited() {
    this.fen = `${this.board.getPosition()} ${this.turn}`;
    this.frames = [{ fen: this.fen, move: "" }];
    this.at = 0;
    this.game = "";
    this.attempted = "";
    this.parts.steps.hidden = true;
    this.parts.note.textContent = "";
    this.draw();
    this.send(true);
  }

  setTurn(turn) {
    this.turn = turn;
    for (const radio of this.parts.turn) radio.checked = radio.value === turn;
  }

  draw() {
    this.board.removeArrows();
    this.board.removeMarkers();
    const last = this.frames[this.at].uci;
    if (last) {
      this.board.addMarker(MARKER_TYPE.square, last.slice(0, 2));
      this.board.addMarker(MARKER_TYPE.square, last.slice(2, 4));
    }
    if (UCI.test(this.attempted)) {
      this.board.addMarker(MARKER_TYPE.framePrimary, this.attempted.slice(0, 2));
      for (const square of this.marked) this.board.addMarker(MARKER_TYPE.frameDanger, square);
      this.board.addArrow(ARROW_TYPE.danger, this.attempted.slice(0, 2), this.attempted.slice(2, 4));
    }
    this.parts.attempted.hidden = !this.attempted;
    this.parts.attemptedText.textContent = this.words["ui.board.attempted"].replace("{move}", this.attempted);
    const said = describe(this.board.getPosition(), this.words);
    this.parts.described.textContent = this.words["ui.board.alt"].replace("{pieces}", said || this.words["ui.board.empty"]);
  }

  // What goes along with the next question; the untouched board of a first visit does not.
  send(along) {
    this.parts.along.checked = along;
    const whole = this.game && !this.attemptedByHand();
    this.props.value = {
      along,
      stamp: this.stamp,
      ...(whole ? { pgn: this.game } : { fen: this.fen, moves: this.attempted }),
    };
  }

  attemptedByHand() {
    return this.byHand && this.attempted;
  }

  // -- what people do ---------------------------------------------------------

  moved(event) {
    if (this.mode === "setup" && this.tool !== "drag") return false;
    if (event.type === INPUT_EVENT_TYPE.moveInputStarted) return true;
    if (event.type === INPUT_EVENT_TYPE.validateMoveInput) {
      if (this.mode === "setup") return true;
      this.attempt(event.squareFrom, event.squareTo);
      return false; // the move is marked, the piece stays
    }
    if (this.mode !== "setup") return undefined;
    if (event.type === INPUT_EVENT_TYPE.moveInputFinished && event.legalMove !== false) queueMicrotask(() => this.edited());
    if (event.type === INPUT_EVENT_TYPE.moveInputCanceled && event.reason === "movedOutOfBoard") {
      this.board.setPiece(event.squareFrom, null);
      this.edited();
    }
    return undefined;
  }

  attempt(from, to) {
    const piece = this.board.getPiece(from);
    if (piece?.[1] === "p" && to[1] === lastRank(piece[0])) this.askPromotion(from + to, piece[0]);
    else this.mark(from + to);
  }

  askPromotion(move, colour) {
    const { promotion, promotionOptions } = this.parts;
    promotionOptions.replaceChildren(
      ...[..."qrbn", ""].map((kind) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = kind ? pieceNames(this.words)[kind] : this.words["ui.board.left_pawn"];
        button.dataset.piece = colour + (kind || "p");
        button.addEventListener("click", () => {
          promotion.hidden = true;
          this.mark(move + kind);
        });
        return button;
      }),
    );
    promotion.hidden = false;
    promotionOptions.firstElementChild.focus();
  }

  mark(move) {
    this.attempted = move;
    this.marked = [];
    this.byHand = Boolean(move);
    this.draw();
    this.send(true);
  }

  put(square) {
    if (this.mode !== "setup" || this.tool === "drag") return;
    const same = this.board.getPiece(square) === this.tool;
    this.board.setPiece(square, this.tool === "erase" || same ? null : this.tool);
    this.edited();
  }

  listen() {
    const parts = this.parts;
    parts.flip.addEventListener("click", () => {
      this.board.setOrientation(this.board.getOrientation() === COLOR.white ? COLOR.black : COLOR.white, false).then(() => this.draw());
    });
    parts.start.addEventListener("click", () => this.show({ frames: [{ fen: START, move: "" }] }, { along: true }));
    parts.clear.addEventListener("click", () => this.show({ frames: [{ fen: "8/8/8/8/8/8/8/8 w - - 0 1", move: "" }] }, { along: false }));
    for (const radio of parts.turn) radio.addEventListener("change", () => this.turnTo(radio.value));
    for (const radio of parts.mode) radio.addEventListener("change", () => this.setMode(radio.value));
    for (const radio of parts.tools) radio.addEventListener("change", () => (this.tool = radio.value));
    parts.first.addEventListener("click", () => this.go(0));
    parts.back.addEventListener("click", () => this.go(this.at - 1));
    parts.next.addEventListener("click", () => this.go(this.at + 1));
    parts.last.addEventListener("click", () => this.go(this.frames.length - 1));
    parts.along.addEventListener("change", () => this.send(parts.along.checked));
    parts.forget.addEventListener("click", () => this.mark(""));
    parts.typeForm.addEventListener("submit", (event) => {
      event.preventDefault();
      const typed = parts.typed.value.trim().slice(0, 20);
      if (typed) this.mark(typed);
    });
    parts.pasteForm.addEventListener("submit", (event) => {
      event.preventDefault();
      this.paste(parts.paste.value);
    });
    parts.file.addEventListener("change", () => this.open(parts.file.files[0]));
    parts.palette.addEventListener("pointerdown", (event) => this.dragFromPalette(event));
  }

  turnTo(turn) {
    this.turn = turn;
    this.edited();
  }

  setMode(mode) {
    this.mode = mode;
    this.parts.palette.hidden = mode !== "setup";
  }

  paste(text) {
    if (!text.trim()) return;
    if (text.length > this.props.limit) this.tooBig();
    else this.trigger("paste", { text, stamp: Date.now() });
  }

  async open(file) {
    if (!file) return;
    this.parts.file.value = "";
    if (file.size > this.props.limit) this.tooBig();
    else this.paste(await file.text());
  }

  tooBig() {
    this.parts.note.textContent = this.words["ui.board.too_big"].replace("{size}", Math.floor(this.props.limit / 1000));
  }

  // A piece can be carried from the palette onto the board.
  dragFromPalette(event) {
    const label = event.target.closest("label[data-piece]");
    if (!label) return;
    const ghost = label.querySelector("svg").cloneNode(true);
    ghost.classList.add("kb-ghost");
    const follow = (move) => {
      move.preventDefault();
      if (!ghost.isConnected) document.body.append(ghost);
      ghost.style.translate = `${move.clientX - 22}px ${move.clientY - 22}px`;
    };
    const drop = (up) => {
      document.removeEventListener("pointermove", follow);
      document.removeEventListener("pointercancel", drop);
      ghost.remove();
      const square = document.elementsFromPoint(up.clientX, up.clientY).map((e) => e.dataset?.square).find(Boolean);
      if (up.type === "pointerup" && square) {
        this.board.setPiece(square, label.dataset.piece);
        this.edited();
      }
    };
    label.setPointerCapture?.(event.pointerId);
    document.addEventListener("pointermove", follow);
    document.addEventListener("pointerup", drop, { once: true });
    document.addEventListener("pointercancel", drop, { once: true });
  }
}
