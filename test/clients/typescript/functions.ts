// Fetches an item with the functions of @hey-api/openapi-ts.
import { client } from "./sdk/client.gen.js";
import { getItem, updateItem, type Item } from "./sdk/index.js";

client.setConfig({ baseUrl: process.env.VITRINE!, auth: () => process.env.TOKEN! });

const { data } = await getItem({ path: { item: process.env.ITEM! }, throwOnError: true });
const item: Item = data.data;

const { collection_id, collection_type_id, custom_fields } = item.attributes;
const written = await updateItem({
  path: { collection: collection_id, item: item.id },
  body: { name: item.attributes.name, collection_type_id, custom_fields },
  throwOnError: true,
});
console.log(written.data.data.attributes.name);
