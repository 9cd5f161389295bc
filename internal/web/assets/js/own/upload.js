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
    sendAll(form, event.dataTransfer.files);
  });
  for (const input of form.querySelectorAll("[type=file]")) input.addEventListener("change", () => sendAll(form, input.files));
}
