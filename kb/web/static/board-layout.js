// The controls around the board, and the position in words for those who cannot see it.

const KINDS = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

export function pieceNames(words) {
  return Object.fromEntries(Object.entries(KINDS).map(([letter, kind]) => [letter, words[`piece.${kind}`]]));
}

export const lastRank = (colour) => (colour === "w" ? "8" : "1");

// "White: king g1, pawn e7. Black: king g8." from the first field of a FEN.
export function describe(placement, words) {
  const found = { w: [], b: [] };
  const names = pieceNames(words);
  placement.split("/").forEach((rank, row) => {
    let file = 0;
    for (const letter of rank) {
      if (/\d/.test(letter)) {
        file += Number(letter);
        continue;
      }
      const colour = letter === letter.toLowerCase() ? "b" : "w";
      found[colour].push([Object.keys(KINDS).indexOf(letter.toLowerCase()), `${names[letter.toLowerCase()]} ${"abcdefgh"[file]}${8 - row}`]);
      file += 1;
    }
  });
  const side = (name, pieces) => (pieces.length ? `${name}: ${pieces.sort((a, b) => a[0] - b[0]).map((p) => p[1]).join(", ")}.` : "");
  return [side(words["side.white"], found.w), side(words["side.black"], found.b)].filter(Boolean).join(" ");
}

export function layout(root, words) {
  const sprite = new URL("../ui/pieces.svg", document.baseURI).href;
  const w = (key) => escape(words[key]);
  root.innerHTML = `
<section class="board-panel" aria-labelledby="kb-board-title">
  <h2 id="kb-board-title">${w("ui.board")}</h2>
  <p class="fine">${w("ui.board_hint")}</p>
  <div class="board-frame"><div class="board" data-part="board" role="group" aria-labelledby="kb-board-title" aria-describedby="kb-board-said"></div></div>
  <p id="kb-board-said" class="off-screen" data-part="described"></p>
  <div class="steps-bar" data-part="steps" hidden>
    <div class="buttons">
      ${iconButton("first", "«", w("ui.board.first"))}${iconButton("back", "‹", w("ui.board.back"))}
      ${iconButton("next", "›", w("ui.board.next"))}${iconButton("last", "»", w("ui.board.last"))}
    </div>
    <div class="moves" data-part="moves" role="group" aria-label="${w("ui.board.moves")}" tabindex="0"></div>
  </div>
  <p class="attempted" data-part="attempted" hidden><span data-part="attemptedText"></span>
    <button type="button" data-part="forget" aria-label="${w("ui.board.forget")}" title="${w("ui.board.forget")}">✕</button></p>
  <div class="promotion" data-part="promotion" hidden><p>${w("ui.board.promote")}</p><div class="buttons" data-part="promotionOptions"></div></div>
  <p class="note" data-part="note" role="status"></p>
  <label class="along"><input type="checkbox" data-part="along"> ${w("ui.board.sent")}</label>
  <fieldset class="switch"><legend class="off-screen">${w("ui.board.mode")}</legend>
    <label><input type="radio" name="kb-mode" value="move" checked><span>${w("ui.board.mode_move")}</span></label>
    <label><input type="radio" name="kb-mode" value="setup"><span>${w("ui.board.mode_setup")}</span></label>
  </fieldset>
  <fieldset class="palette" data-part="palette" hidden><legend class="off-screen">${w("ui.board.palette")}</legend>
    <div class="palette-row">${["w", "b"].map((colour) => paletteRow(colour, words, sprite)).join('</div><div class="palette-row">')}</div>
    <div class="palette-row words">
      <label><input type="radio" name="kb-tool" value="drag" checked><span>${w("ui.board.drag")}</span></label>
      <label><input type="radio" name="kb-tool" value="erase"><span>${w("ui.board.erase")}</span></label>
    </div>
  </fieldset>
  <div class="row">
    <fieldset class="to-move"><legend>${w("ui.board.turn")}</legend>
      <label><input type="radio" name="kb-turn" value="w" checked> ${w("ui.board.white")}</label>
      <label><input type="radio" name="kb-turn" value="b"> ${w("ui.board.black")}</label>
    </fieldset>
    <div class="buttons">
      <button type="button" data-part="flip">${w("ui.board.flip")}</button>
      <button type="button" data-part="start">${w("ui.board.start")}</button>
      <button type="button" data-part="clear">${w("ui.board.clear")}</button>
    </div>
  </div>
  <form class="typed" data-part="typeForm">
    <label for="kb-typed">${w("ui.board.type_move")}</label>
    <div class="field"><input id="kb-typed" data-part="typed" type="text" maxlength="20" autocomplete="off" spellcheck="false" placeholder="${w("ui.board.type_hint")}"><button type="submit">${w("ui.board.mark")}</button></div>
  </form>
  <form class="paste" data-part="pasteForm">
    <label for="kb-paste">${w("ui.board.paste")}</label>
    <textarea id="kb-paste" data-part="paste" rows="2" spellcheck="false"></textarea>
    <div class="buttons"><button type="submit">${w("ui.board.load")}</button>
    <label class="file"><input type="file" data-part="file" accept=".pgn,.txt,text/plain,application/x-chess-pgn"><span>${w("ui.board.upload")}</span></label></div>
  </form>
</section>`;
  const parts = {};
  for (const part of root.querySelectorAll("[data-part]")) parts[part.dataset.part] = part;
  parts.turn = [...root.querySelectorAll("input[name=kb-turn]")];
  parts.mode = [...root.querySelectorAll("input[name=kb-mode]")];
  parts.tools = [...root.querySelectorAll("input[name=kb-tool]")];
  return parts;
}

function iconButton(part, icon, label) {
  return `<button type="button" data-part="${part}" aria-label="${label}" title="${label}"><span aria-hidden="true">${icon}</span></button>`;
}

function paletteRow(colour, words, sprite) {
  const side = words[colour === "w" ? "side.white" : "side.black"];
  return Object.entries(KINDS)
    .map(([letter, kind]) => {
      const name = escape(`${words[`piece.${kind}`]}, ${side}`);
      return `<label data-piece="${colour}${letter}" title="${name}"><input type="radio" name="kb-tool" value="${colour}${letter}" aria-label="${name}">
        <svg viewBox="0 0 45 45" aria-hidden="true"><use href="${sprite}#${colour}${letter}"></use></svg></label>`;
    })
    .join("");
}

function escape(text) {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}
