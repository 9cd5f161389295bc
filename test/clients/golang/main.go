// Command client fetches an item with the client that oapi-codegen generates from
// the OpenAPI document. The test beside this directory generates the package,
// which is not committed.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"client/vitrine"
)

func main() {
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) error {
	client, err := vitrine.NewClientWithResponses(os.Getenv("VITRINE"), vitrine.WithRequestEditorFn(authorize))
	if err != nil {
		return err
	}
	found, err := client.GetItemWithResponse(ctx, os.Getenv("ITEM"), nil)
	if err != nil || found.JSON200 == nil {
		return fmt.Errorf("get: %v %s", err, found.Status())
	}
	item := found.JSON200.Data
	written, err := client.UpdateItemWithResponse(ctx, item.Attributes.CollectionId, item.Id, nil, vitrine.ItemInput{
		Name: item.Attributes.Name, CollectionTypeId: item.Attributes.CollectionTypeId})
	if err != nil || written.JSON200 == nil {
		return fmt.Errorf("update: %v %s", err, written.Status())
	}
	if err := photo(ctx, client, item.Id); err != nil {
		return err
	}
	fmt.Println(written.JSON200.Data.Attributes.Name)
	return nil
}

func authorize(_ context.Context, r *http.Request) error {
	r.Header.Set("Authorization", "Bearer "+os.Getenv("TOKEN"))
	return nil
}
