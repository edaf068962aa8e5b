// The views of the page, in the order of the navigation. A view is a module with `id`, `title` and `show(place, route)`.

import * as judge from "./views/judge.js";
import * as look from "./views/look.js";
import * as record from "./views/record.js";
import * as tries from "./views/try.js";

export const VIEWS = [judge, look, tries, record];
