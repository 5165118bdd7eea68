// Sends a file with what is said of it, and shows what was found.  The token stays in this page.
const form = document.getElementById("upload");
const shown = document.getElementById("uploaded");

function show(heading, lines) {
  const title = document.createElement("p");
  title.textContent = heading;
  const list = document.createElement("pre");
  list.textContent = lines.join("\n");
  shown.replaceChildren(title, list);
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const fields = new FormData(form);
  const file = fields.get("file");
  const query = new URLSearchParams({ file_name: file.name });
  for (const name of ["language", "edition", "title", "id"]) query.set(name, fields.get(name));
  if (event.submitter?.value) query.set("store", "true");
  const buttons = form.querySelectorAll("button");
  buttons.forEach((button) => { button.disabled = true; });
  try {
    const response = await fetch(`${form.dataset.root}/api/texts?${query}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${fields.get("token")}` },
      body: file,
    });
    const found = await response.json();
    if (!response.ok) {
      show(found.message, [found.hint]);
      return;
    }
    const parts = found.report.parts.map((part) => `${part.part}  ${part.title}: ${part.clauses}${part.gaps.length ? ` (? ${part.gaps.join(", ")})` : ""}`);
    const doubtful = found.report.suspicious.map((one) => `? ${one.clause} ${one.why}`);
    show(`${found.stored ? form.dataset.stored : form.dataset.found} ${found.id} (${found.clauses})`, [...parts, ...doubtful]);
  } finally {
    buttons.forEach((button) => { button.disabled = false; });
  }
});
