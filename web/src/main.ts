import "./page.css";
import "./lib/reloadStalePage";
import { mount } from "svelte";
import { beginWhenIdle } from "./lib/app.svelte";
import App from "./App.svelte";

beginWhenIdle();
mount(App, { target: document.getElementById("page")! });
