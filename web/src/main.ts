import "./page.css";
import "./lib/reloadStalePage";
import { mount } from "svelte";
import App from "./App.svelte";

mount(App, { target: document.getElementById("page")! });
