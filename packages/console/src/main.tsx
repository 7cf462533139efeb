import { render } from "preact";
import { App } from "./app/app.tsx";
import { applyTheme } from "./app/theme.ts";
import { recallVisit } from "./app/visit.ts";

applyTheme();
void recallVisit();
const root = document.getElementById("console");
if (root) render(<App />, root);
