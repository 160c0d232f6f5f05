import { render } from "preact";
import { App } from "./app.tsx";
import { listenToKeys } from "./keys.ts";
import "./theme.ts";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/shell.css";
import "./styles/parts.css";
import "./styles/marks.css";
import "./styles/graph.css";
import { followLink } from "./router.ts";

listenToKeys();
document.addEventListener("click", followLink);
const page = document.querySelector("#page");
if (page) render(<App />, page);
