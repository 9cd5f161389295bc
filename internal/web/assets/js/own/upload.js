// Files are sent one after the other, each with its progress. They may be dropped.
const sendOne = (form, file, line) =>
  new Promise((done) => {
    const body = new FormData(form);
    for (const name of ["file", "camera"]) body.delete(name);
    body.append("file", file);
    const request = new XMLHttpRequest();
    request.upload.onprogress = (event) => (line.lastChild.value = event.loaded / event.total);
    request.onloadend = () => {
      const fine = request.status === 200;
      if (fine) line.remove();
      else line.append(Object.assign(document.createElement("em"), { textContent: request.status === 422 ? request.responseText : form.dataset.failed }));
      done(fine);
    };
    request.open("POST", form.action);
    request.setRequestHeader("HX-Request", "true");
    request.send(body);
  });
const sendAll = async (form, files) => {
  let fine = true;
  const list = form.querySelector(".sending");
  const lines = [...files].map((file) => {
    const line = document.createElement("li");
    const progress = document.createElement("progress");
    progress.ariaLabel = file.name;
    line.append(Object.assign(document.createElement("span"), { textContent: file.name }), progress);
    list.append(line);
    return [file, line];
  });
  for (const [file, line] of lines) fine = (await sendOne(form, file, line)) && fine;
  document.querySelector("#live").textContent = fine ? form.dataset.said : list.innerText;
  if (fine) location.reload();
};
for (const form of document.querySelectorAll("[data-upload]")) {
  const over = (on) => (event) => {
    event.preventDefault();
    form.classList.toggle("over", on);
  };
  form.addEventListener("dragover", over(true));
  form.addEventListener("dragleave", over(false));
  form.addEventListener("drop", (event) => {
    over(false)(event);
    const input = form.querySelector("[name=file]");
    input.files = event.dataTransfer.files;
    input.dispatchEvent(new Event("change"));
  });
  const inputs = [...form.querySelectorAll("[type=file]")];
  if (form.dataset.upload === "later") {
    form.addEventListener("submit", (event) => {
      const files = inputs.flatMap((input) => [...input.files]);
      if (!files.length) return;
      event.preventDefault();
      form.querySelector(".sending").replaceChildren();
      sendAll(form, files);
    });
    inputs[0].addEventListener("change", () => (form.querySelector(".sending").textContent = [...inputs[0].files].map((file) => file.name).join(", ")));
  } else {
    for (const input of inputs) input.addEventListener("change", () => sendAll(form, input.files));
  }
}
