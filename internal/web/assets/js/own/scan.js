// The camera reads codes into a field, and sends it or lets the page follow it.
const camera = document.querySelector("#camera");
// Few browsers read codes by themselves; the others fetch what does, when it is asked for.
const reader = async () => {
  if (window.BarcodeDetector) return new BarcodeDetector();
  const { default: zxing } = await import(camera.dataset.reader);
  await zxing.prepareZXingModule({ overrides: { locateFile: () => camera.dataset.compiled }, fireImmediately: true });
  const canvas = document.createElement("canvas");
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  const detect = async (film) => {
    [canvas.width, canvas.height] = [film.videoWidth, film.videoHeight];
    brush.drawImage(film, 0, 0);
    const found = await zxing.readBarcodes(brush.getImageData(0, 0, canvas.width, canvas.height), { maxNumberOfSymbols: 1, eanAddOnSymbol: "Read" });
    return found.map(({ text }) => ({ rawValue: text }));
  };
  return { detect };
};
if (camera && navigator.mediaDevices) {
  const [video, on, off, refused] = ["video", "[data-on]", "[data-off]", "[role=alert]"].map((part) => camera.querySelector(part));
  let stream;
  const show = () => {
    video.hidden = off.hidden = !stream;
    on.hidden = !!stream;
  };
  const stop = () => {
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = undefined;
    show();
  };
  const watch = async () => {
    const detector = await reader();
    let last = "";
    let since = 0;
    video.srcObject = stream;
    await video.play();
    while (stream) {
      const code = (await detector.detect(video))[0]?.rawValue;
      if (code && (code !== last || Date.now() - since > 4000)) {
        [last, since] = [code, Date.now()];
        navigator.vibrate?.(60);
        const field = document.querySelector(camera.dataset.field);
        field.value = code;
        field.dispatchEvent(new Event("input", { bubbles: true }));
        document.querySelector("[data-scanned]")?.click();
      }
      await new Promise((wait) => setTimeout(wait, 150));
    }
  };
  on.addEventListener("click", async () => {
    refused.hidden = true;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      show();
      await watch();
    } catch {
      refused.hidden = false;
      stop();
    }
  });
  off.addEventListener("click", stop);
  camera.hidden = false;
}
