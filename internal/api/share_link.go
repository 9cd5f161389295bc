package api

import (
	"context"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/sharing"
)

var shareLinks = []route{
	read(editor, "GET /api/share-links", listShared, many(func(l catalog.SharedCollection) resource { return shareLink(l.ShareLink) })),
	read(editor, "GET /api/collections/{collection}/share-links", listIn(sharing.ShareLinks), many(shareLink)),
	read(editor, "GET /api/collections/{collection}/share-links/{shareLink}", getIn(sharing.ShareLink), one(shareLink)),
	write(sharer, "POST /api/collections/{collection}/share-links", catalog.ShareLinkCreated, createIn(shareLinkInput, makeShareLink), newShareLinkOf),
	write(editor, "DELETE /api/collections/{collection}/share-links/{shareLink}", catalog.ShareLinkDeleted, removeIn(sharing.DeleteShareLink), nothing),
}

// listShared lists the links of all collections, each with its collection.
func listShared(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[catalog.SharedCollection], error) {
	found, err := sharing.SharedCollections(ctx, r, req.page())
	shown := map[int64]catalog.SharedCollection{}
	for _, l := range found.Items {
		shown[l.ID] = l
	}
	req.siblings = func(o resource) attributes {
		l := shown[o.id]
		return attributes{{"context", nested{{"collection_id", strconv.FormatInt(l.CollectionID, 10)}, {"collection_name", l.CollectionName}}}}
	}
	return found, err
}

func shareLinkInput(b *body) catalog.ShareLinkInput {
	return catalog.ShareLinkInput{Name: b.text("name"), Shows: b.strings("shows"), ExpiresAt: b.moment("expires_at")}
}

// newShareLink is a link with its token, shown this once.
type newShareLink struct {
	catalog.ShareLink
	token string
}

func makeShareLink(ctx context.Context, w postgres.Sharer, collection int64, in catalog.ShareLinkInput) (made newShareLink, err error) {
	made.token = identity.NewShareToken()
	made.ShareLink, err = sharing.CreateShareLink(ctx, w, collection, in, made.token)
	return made, err
}

func shareLink(l catalog.ShareLink) resource { return showShareLink(l, nil, nil) }

func showShareLink(l catalog.ShareLink, token, url any) resource {
	return resource{kind: "share_link", id: l.ID, self: "/api/collections/" + strconv.FormatInt(l.CollectionID, 10) + "/share-links/" + strconv.FormatInt(l.ID, 10), attributes: attributes{
		{"name", l.Name},
		{"shows", l.Shows},
		{"expires_at", l.ExpiresAt},
		{"token", token},
		{"url", url},
		{"views_count", l.ViewsCount},
		{"last_viewed_at", l.LastViewedAt},
		{"created_at", l.CreatedAt},
		{"updated_at", l.UpdatedAt},
	}}
}

// newShareLinkOf shows the token in the link and beside it.
func newShareLinkOf(r *request, l newShareLink) answer {
	return withToken(r, showShareLink(l.ShareLink, l.token, r.Base+identity.SharePath(l.token)), l.token)
}
