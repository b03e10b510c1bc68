"use strict";
(() => {
  const questions = JSON.parse(document.getElementById("data").textContent);
  const [question, first, second, previous, next, shown, transcripts] = [
    "question", "first", "second", "previous", "next", "shown", "transcripts",
  ].map((id) => document.getElementById(id));
  const ROLES = 5; // colours that the style sheet has
  const NONE = "";

  // Text goes in as text, whatever it looks like.
  function element(name, className, ...children) {
    const made = document.createElement(name);
    if (className) made.className = className;
    made.append(...children.filter((child) => child !== null));
    return made;
  }

  function option(value, text) {
    const made = element("option", "", text);
    made.value = value;
    return made;
  }

  function bar(className, shares) {
    const made = element("div", `bar ${className}`);
    made.setAttribute("aria-hidden", "true");
    for (const [name, share] of shares) {
      if (share <= 0) continue;
      const part = element("span", name);
      part.style.width = `${100 * share}%`;
      made.append(part);
    }
    return made;
  }

  function call(event, longest) {
    const names = ["reused", "fed", "generated", "again"];
    const shares = event.tokens.map((amount, i) => [names[i], amount / longest.tokens]);
    return element(
      "li", `event r${event.role % ROLES}`,
      element("p", "who", event.who),
      element("p", "text", event.text),
      bar("tokens", shares),
      element("p", "cost", event.said),
      bar("time", [["wait", event.ttft / longest.ttft]]),
      element("p", "cost", event.cost),
    );
  }

  function tool(event) {
    return element(
      "li", "event tool",
      element("p", "who", event.who),
      element("p", "text", event.text),
      element("p", "observation", event.observation),
      element("p", event.is_ok ? "cost" : "cost failed", event.cost),
    );
  }

  function facts(answer) {
    const list = element("dl", "facts");
    for (const [name, value] of Object.entries(answer.facts)) {
      list.append(element("div", "", element("dt", "", name), element("dd", "", value)));
    }
    return list;
  }

  function transcript(answer, gold, longest) {
    const title = element("h4", "", answer.run);
    title.id = `transcript-${transcripts.children.length}-${answer.run}`.replace(/\s/g, "-");
    const mark = answer.right === null ? "" : answer.right ? "✓ " : "✗ ";
    const verdict = element("p", "verdict", element("strong", "", mark + answer.verdict));
    if (answer.prediction !== null) verdict.append(". Answer: ", element("q", "", answer.prediction));
    else if (gold) verdict.append(". No answer.");
    const events = answer.events.map((e) => (e.kind === "call" ? call(e, longest) : tool(e)));
    const made = element(
      "article", "transcript", title, verdict, facts(answer), element("ol", "events", ...events),
    );
    made.setAttribute("aria-labelledby", title.id);
    return made;
  }

  function show() {
    const asked = questions[question.selectedIndex];
    const answers = [first, second]
      .map((select) => asked.answers.find((answer) => answer.run === select.value))
      .filter((answer, i, all) => answer && all.indexOf(answer) === i);
    const calls = answers.flatMap((a) => a.events.filter((e) => e.kind === "call"));
    const longest = {
      tokens: Math.max(1, ...calls.map((c) => c.tokens.reduce((a, b) => a + b))),
      ttft: Math.max(1e-9, ...calls.map((c) => c.ttft)),
    };
    const heading = element("h3", "asked", asked.text);
    const gold = asked.gold ? element("p", "gold", "Right answer: ", element("q", "", asked.gold)) : null;
    const sides = element("div", `sides n${answers.length}`);
    for (const answer of answers) sides.append(transcript(answer, asked.gold, longest));
    transcripts.replaceChildren(...[heading, gold, sides].filter(Boolean));
    shown.textContent = `Shown: ${asked.id} under ${answers.map((a) => a.run).join(" and ")}`;
    previous.disabled = question.selectedIndex === 0;
    next.disabled = question.selectedIndex === questions.length - 1;
  }

  // Keeps what was chosen where the next question has it too.
  function offer() {
    const runs = questions[question.selectedIndex].answers.map((answer) => answer.run);
    const [before, beside] = [first.value, second.value];
    first.replaceChildren(...runs.map((run) => option(run, run)));
    second.replaceChildren(option(NONE, "nothing"), ...runs.map((run) => option(run, run)));
    first.value = runs.includes(before) ? before : runs[0];
    second.value = runs.includes(beside) ? beside : NONE;
    show();
  }

  function step(by) {
    question.selectedIndex += by;
    offer();
  }

  questions.forEach((asked, i) => {
    question.append(option(String(i), `${asked.task} ${asked.id}: ${asked.text.slice(0, 90)}`));
  });
  question.addEventListener("change", offer);
  first.addEventListener("change", show);
  second.addEventListener("change", show);
  previous.addEventListener("click", () => step(-1));
  next.addEventListener("click", () => step(1));
  offer();
  if (second.options.length > 2) second.selectedIndex = 2; // two policies side by side, to begin with
  show();
  document.querySelector(".controls").hidden = false;
})();
