// Fetches an item with the functions of @hey-api/openapi-ts.
import { createHash } from "node:crypto";
import { picture } from "./picture.js";
import { client } from "./sdk/client.gen.js";
import { createItemPhoto, deleteItemPhoto, getItem, getItemPhotoFile, updateItem, uploadFile, type Item } from "./sdk/index.js";

client.setConfig({ baseUrl: process.env.VITRINE!, auth: () => process.env.TOKEN! });

const { data } = await getItem({ path: { item: process.env.ITEM! }, throwOnError: true });
const item: Item = data.data;

const { collection_id, collection_type_id, custom_fields } = item.attributes;
const written = await updateItem({
  path: { collection: collection_id, item: item.id },
  body: { name: item.attributes.name, collection_type_id, custom_fields },
  throwOnError: true,
});

// A photo is made of bytes that were uploaded before, and its bytes come back.
const sha256 = createHash("sha256").update(picture).digest("hex");
await uploadFile({ path: { sha256 }, body: new Blob([picture]), throwOnError: true });
const made = await createItemPhoto({ path: { item: item.id }, body: { sha256, caption: "Grey" }, throwOnError: true });
const photo = { item: item.id, photo: made.data.data.id };
const shown = await getItemPhotoFile({ path: photo, parseAs: "arrayBuffer", throwOnError: true });
if (Buffer.compare(Buffer.from(shown.data as unknown as ArrayBuffer), picture)) throw new Error("other bytes");
await deleteItemPhoto({ path: photo, throwOnError: true });
console.log(written.data.data.attributes.name);
