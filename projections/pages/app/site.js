// What the site consists of: its version, and its files with their sizes in bytes. Filled in when it is put together.

/** @type {{version: string, files: Record<string, number>}} */
export const SITE = "{{index}}";
/** The cache of this version: the service worker fills it, and Python keeps its memory there. */
export const CACHE = `anyturn-${SITE.version}`;
