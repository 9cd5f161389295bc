package ui

// Object is an object of the API.
type Object struct {
	Path      string // of the API
	Operation string // of the documentation
}

func CollectionObject(id int64) Object {
	return Object{"/api/collections/" + Number(id), "getCollection"}
}

func ItemObject(id int64) Object { return Object{"/api/items/" + Number(id), "getItem"} }

func CopyObject(id int64) Object { return Object{"/api/copies/" + Number(id), "getCopy"} }

func LocationObject(id int64) Object { return Object{"/api/locations/" + Number(id), "getLocation"} }

func CollectionTypeObject(id int64) Object {
	return Object{"/api/collection-types/" + Number(id), "getCollectionType"}
}

// Curl is a shell command that fetches the object.
func (o Object) Curl(base string) string {
	return `curl -H "Authorization: Bearer $VITRINE_TOKEN" ` + base + o.Path
}

func TagObject(id int64) Object { return Object{"/api/tags/" + Number(id), "getTag"} }

func PolicyObject(id int64) Object { return Object{"/api/policies/" + Number(id), "getPolicy"} }

func SetObject(id int64) Object { return Object{"/api/sets/" + Number(id), "getSet"} }

func SeriesObject(id int64) Object { return Object{"/api/series/" + Number(id), "getSeries"} }

func CategoryObject(collection, id int64) Object {
	return Object{"/api/collections/" + Number(collection) + "/categories/" + Number(id), "getCategory"}
}
