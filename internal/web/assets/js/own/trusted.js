// Only htmx makes elements of text, of answers from here, and under this name.
if (window.trustedTypes) {
  const same = (text) => text;
  const policy = trustedTypes.createPolicy("vitrine", { createHTML: same });
  htmx.registerExtension("vitrine", { init: (internal) => internal.initSecurity(policy) });
}
