import "./page.css";
import "./lib/device/reloadStalePage";
import { mount } from "svelte";
import { beginWhenIdle } from "./lib/device/app.svelte";
import App from "./App.svelte";

beginWhenIdle();
mount(App, { target: document.getElementById("page")! });
