// Fetches an item with openapi-fetch, by the types of openapi-typescript.
import createClient from "openapi-fetch";
import { picture } from "./picture.js";
import type { components, paths } from "./schema.js";

const client = createClient<paths>({
  baseUrl: process.env.VITRINE!,
  headers: { Authorization: `Bearer ${process.env.TOKEN}` },
});

const { data, error } = await client.GET("/api/items/{item}", { params: { path: { item: process.env.ITEM! } } });
if (error) throw new Error(error.message);
const item: components["schemas"]["Item"] = data.data;

// What was read can be written: an id and a custom field have one type.
const { collection_id, collection_type_id, custom_fields } = item.attributes;
const written = await client.PUT("/api/collections/{collection}/items/{item}", {
  params: { path: { collection: collection_id, item: item.id } },
  body: { name: item.attributes.name, collection_type_id, custom_fields },
});
if (written.error) throw new Error(`status ${written.response.status}`);

// A photo is added as a form, and its bytes come back.
const params = { path: { item: item.id } };
const made = await client.POST("/api/items/{item}/photos", {
  params,
  body: { file: "", caption: "Grey" },
  bodySerializer: ({ caption }) => {
    const form = new FormData();
    form.append("file", new Blob([picture]), "grey.gif");
    form.append("caption", caption ?? "");
    return form;
  },
});
if (made.error) throw new Error(`status ${made.response.status}`);
const photo = { path: { item: item.id, photo: made.data.data.id } };
const shown = await client.GET("/api/items/{item}/photos/{photo}/file", { params: photo, parseAs: "arrayBuffer" });
if (!shown.data || Buffer.compare(Buffer.from(shown.data), picture)) throw new Error("other bytes");
const signed = await client.GET("/api/items/{item}", { params: { ...params, query: { include: "urls" } } });
if (!signed.data?.data.urls?.thumb) throw new Error("no address");
await client.DELETE("/api/items/{item}/photos/{photo}", { params: photo });
console.log(written.data.data.attributes.name);
