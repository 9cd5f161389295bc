package contributing

// walk is a run of tests that look at every route, page, table or text.
type walk struct {
	packages []string
	tests    string // a pattern of names
}

// walks leave out tests of whole packages that take long and look at nothing new.
var walks = []walk{
	{[]string{"./internal", "./internal/catalog", "./internal/i18n", "./internal/importing", "./internal/openapi/...", "./internal/postgres", "./internal/postgres/exchange",
		"./internal/postgres/schema", "./internal/web/assets", "./internal/web/settings", "./internal/web/ui"}, "."},
	{[]string{"./internal/web"}, "Every|Matrix|Equal|Rarely|OddInput|Visitors|Told|AsJSON|Trash|Search|Palette|Undone|Log|Sorted|Archive"},
	{[]string{"./internal/portable"}, "Whole|Older|Findings"},
	{[]string{"./internal/postgres/internal/engine"}, "Every|Policy|AnotherAccount|Shard|GlobalKeys|FailClosed|References|FunctionsFind|Moves|Search"},
	{[]string{"./internal/postgres/admin"}, "Every|Older|Filled|Migrations|Functions|Doctor|RestoreReplaces|Erase|Export"},
	{[]string{"./internal/api"}, "Every|Golden|TestArchive$|ArchiveSamples|ArchiveComesBack|ArchiveGoesBack|ArchiveMeets|ArchiveLines|RandomArchives|LeavesNoTrace|Limited|OpenAPI|RoutesAre|Operations|Patches|Strict|" +
		"SearchEverything|ETag|ListsGoOn|MayBeSentBack|EraseAccount"},
	{[]string{"./test/input"}, "Every|Contract|Fields|IDs|Paging|Schema|Model"},
}
