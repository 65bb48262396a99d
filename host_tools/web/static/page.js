// Keeps the page as its host tells it: parts are exchanged as they come, an alarm is acknowledged
// under the name in the field, and a page that hears nothing says so and turns grey.
"use strict";

const SILENT_MS = 12000; // the host gives a sign every 5 s
const host = document.getElementById("host");
const by = document.getElementById("by");
const connected = host.textContent;
let heard = Date.now();

function show(parts) {
  const focused = document.activeElement && document.activeElement.id;
  for (const [id, value] of Object.entries(parts)) {
    const element = document.getElementById(id);
    if (!element || element.innerHTML === value) continue;
    if (id.startsWith("table-")) element.className = value;
    else element.innerHTML = value;
  }
  const again = focused && document.getElementById(focused);
  if (again && again !== document.activeElement) again.focus();
}

function look() {
  const seconds = Math.floor((Date.now() - heard) / 1000);
  const isLost = Date.now() - heard > SILENT_MS;
  document.body.classList.toggle("lost", isLost);
  host.textContent = isLost ? host.dataset.lost.replace("%", seconds) : connected;
}

const source = new EventSource("events");
source.onmessage = (event) => {
  heard = Date.now();
  document.body.dataset.heard = "yes";
  show(JSON.parse(event.data));
  look();
};
setInterval(look, 1000);

by.value = localStorage.getItem("by") || "";
by.addEventListener("change", () => localStorage.setItem("by", by.value.trim()));

document.querySelector("main").addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-alarm]");
  if (!button) return;
  const words = document.querySelector("main").dataset;
  if (!by.value.trim()) {
    by.placeholder = words.nameWanted;
    by.focus();
    return;
  }
  const answer = await fetch("acknowledge", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      table: Number(button.dataset.table),
      alarm: Number(button.dataset.alarm),
      by: by.value.trim(),
    }),
  });
  if (!answer.ok) button.insertAdjacentText("afterend", " " + words.notNoted);
});
