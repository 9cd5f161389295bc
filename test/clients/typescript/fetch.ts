// Fetches an item with openapi-fetch, by the types of openapi-typescript.
import createClient from "openapi-fetch";
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
console.log(written.data.data.attributes.name);
