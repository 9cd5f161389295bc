package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"mime/multipart"

	"client/vitrine"
)

// photo adds a photo to an item as a form, gets it back and deletes it.
func photo(ctx context.Context, client *vitrine.ClientWithResponses, item string) error {
	var picture, form bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 3, 2))); err != nil {
		return err
	}
	parts := multipart.NewWriter(&form)
	file, err := parts.CreateFormFile("file", "grey.png")
	if err != nil {
		return err
	}
	_, _ = file.Write(picture.Bytes()) // a buffer takes everything
	if err := errors.Join(parts.WriteField("caption", "Grey"), parts.Close()); err != nil {
		return err
	}
	made, err := client.CreateItemPhotoWithBodyWithResponse(ctx, item, nil, parts.FormDataContentType(), &form)
	if err != nil || made.JSON201 == nil {
		return fmt.Errorf("add a photo: %v %s", err, made.Status())
	}
	id := made.JSON201.Data.Id
	shown, err := client.GetItemPhotoFileWithResponse(ctx, item, id, nil)
	if err != nil || !bytes.Equal(shown.Body, picture.Bytes()) {
		return fmt.Errorf("get the photo: %v %s, %d bytes", err, shown.Status(), len(shown.Body))
	}
	include := vitrine.GetItemPhotoParamsIncludeUrls
	signed, err := client.GetItemPhotoWithResponse(ctx, item, id, &vitrine.GetItemPhotoParams{Include: &include})
	if err != nil || signed.JSON200 == nil || signed.JSON200.Data.Urls == nil {
		return fmt.Errorf("ask for addresses: %v %s", err, signed.Status())
	}
	_, err = client.DeleteItemPhoto(ctx, item, id, nil)
	return err
}
