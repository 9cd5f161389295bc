package files

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// Bucket keeps objects in a bucket of an S3-compatible store.
type Bucket struct {
	client *minio.Client
	bucket string
	prefix string // of this installation, where the bucket is shared
}

// answerTimeout bounds the wait for the first byte of an answer, not the transfer.
const answerTimeout = 10 * time.Second

// OpenBucket uses the bucket of a URL such as
//
//	s3://bucket/prefix?endpoint=https://s3.example.org&region=eu-central-1
func OpenBucket(address, accessKey, secretKey string) (*Bucket, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "s3" || u.Host == "" {
		return nil, errors.New("must be an address such as s3://bucket?endpoint=https://s3.example.org")
	}
	endpoint, err := url.Parse(u.Query().Get("endpoint"))
	if err != nil || endpoint.Host == "" || endpoint.Scheme != "http" && endpoint.Scheme != "https" || strings.Trim(endpoint.Path, "/") != "" {
		return nil, errors.New("must name the endpoint of the store, such as endpoint=https://s3.example.org")
	}
	transport, err := minio.DefaultTransport(endpoint.Scheme == "https")
	if err != nil {
		return nil, err
	}
	transport.ResponseHeaderTimeout, transport.MaxIdleConnsPerHost = answerTimeout, 32
	client, err := minio.New(endpoint.Host, &minio.Options{
		Creds: credentials.NewStaticV4(accessKey, secretKey, ""), Secure: endpoint.Scheme == "https", Region: u.Query().Get("region"),
		Transport: transport, MaxRetries: 2, TrailingHeaders: true,
	})
	if err != nil {
		return nil, err
	}
	b := &Bucket{client: client, bucket: u.Host}
	if prefix := strings.Trim(u.Path, "/"); prefix != "" {
		b.prefix = prefix + "/"
	}
	return b, nil
}

// Put sends the bytes in one request, so that the object is whole or absent, with a
// checksum that the store verifies.
func (b *Bucket) Put(ctx context.Context, name string, from io.Reader, size int64, sum [32]byte) error {
	if err := checked(name); err != nil {
		return err
	}
	_, err := b.client.PutObject(ctx, b.bucket, b.prefix+name, from, size, minio.PutObjectOptions{
		ContentType: "application/octet-stream", DisableMultipart: true,
		UserMetadata: map[string]string{"x-amz-checksum-sha256": base64.StdEncoding.EncodeToString(sum[:])},
	})
	return b.storeError(err)
}

func (b *Bucket) Get(ctx context.Context, name string, offset, length int64) (io.ReadCloser, error) {
	if err := checked(name); err != nil {
		return nil, err
	}
	if length == 0 {
		return http.NoBody, nil
	}
	var options minio.GetObjectOptions
	switch {
	case length > 0:
		_ = options.SetRange(offset, offset+length-1)
	case offset > 0:
		_ = options.SetRange(offset, 0)
	}
	content, _, _, err := minio.Core{Client: b.client}.GetObject(ctx, b.bucket, b.prefix+name, options)
	return content, b.storeError(err)
}

func (b *Bucket) Stat(ctx context.Context, name string) (Object, error) {
	if err := checked(name); err != nil {
		return Object{}, err
	}
	info, err := b.client.StatObject(ctx, b.bucket, b.prefix+name, minio.StatObjectOptions{})
	return Object{name, info.Size, info.LastModified}, b.storeError(err)
}

func (b *Bucket) Delete(ctx context.Context, name string) error {
	if err := checked(name); err != nil {
		return err
	}
	err := b.storeError(b.client.RemoveObject(ctx, b.bucket, b.prefix+name, minio.RemoveObjectOptions{}))
	if errors.Is(err, ErrAbsent) {
		return nil
	}
	return err
}

func (b *Bucket) List(ctx context.Context, prefix string) iter.Seq2[Object, error] {
	return func(yield func(Object, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		for info := range b.client.ListObjects(ctx, b.bucket, minio.ListObjectsOptions{Prefix: b.prefix + prefix, Recursive: true}) {
			name := strings.TrimPrefix(info.Key, b.prefix)
			if info.Err == nil && checked(name) != nil {
				continue // of another installation
			}
			if !yield(Object{name, info.Size, info.LastModified}, b.storeError(info.Err)) || info.Err != nil {
				return
			}
		}
	}
}

// storeError turns an answer of the store into our errors.
func (b *Bucket) storeError(err error) error {
	if err == nil {
		return nil
	}
	answer := minio.ToErrorResponse(err)
	switch {
	case answer.Code == minio.NoSuchKey: // not every 404: some stores use it for buckets or keys
		return ErrAbsent
	case answer.StatusCode == http.StatusInsufficientStorage || strings.Contains(answer.Code, "QuotaExceeded") || strings.Contains(answer.Code, "StorageFull"):
		return errors.Join(ErrFull, err)
	case answer.StatusCode == http.StatusForbidden || answer.StatusCode == http.StatusUnauthorized:
		return fmt.Errorf("%w: bucket %s: %w", ErrDenied, b.bucket, err)
	case answer.Code == minio.NoSuchBucket:
		return fmt.Errorf("%w: bucket %s: %w", ErrGone, b.bucket, err)
	}
	return fmt.Errorf("%w: bucket %s: %w", ErrDown, b.bucket, err)
}
