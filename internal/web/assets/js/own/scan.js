// The camera reads codes into the field of a check, where the browser can.
const camera = document.querySelector("#camera");
if (camera && window.BarcodeDetector && navigator.mediaDevices) {
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
    const detector = new BarcodeDetector();
    let last = "";
    let since = 0;
    video.srcObject = stream;
    await video.play();
    while (stream) {
      const code = (await detector.detect(video))[0]?.rawValue;
      if (code && (code !== last || Date.now() - since > 4000)) {
        [last, since] = [code, Date.now()];
        navigator.vibrate?.(60);
        document.querySelector("#identifier").value = code;
        document.querySelector("[data-scanned]").click();
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
