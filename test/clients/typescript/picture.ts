// A grey pixel, as a GIF.
export const picture = Buffer.from("R0lGODlhAQABAIAAAICAgP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==", "base64");
