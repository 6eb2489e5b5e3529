import { describe, expect, test } from "vitest";
import { linkFrom, playerFrom } from "./video-embeds";

const ID = "dQw4w9WgXcQ";

const YOUTUBE = {
  provider: "youtube",
  id: ID,
  embedUrl: `https://www.youtube-nocookie.com/embed/${ID}?autoplay=1`,
  watchUrl: `https://www.youtube.com/watch?v=${ID}`,
};

const VIMEO = {
  provider: "vimeo",
  id: "76979871",
  embedUrl: "https://player.vimeo.com/video/76979871?dnt=1&autoplay=1",
  watchUrl: "https://vimeo.com/76979871",
};

const UNLISTED = {
  ...VIMEO,
  embedUrl: "https://player.vimeo.com/video/76979871?h=0a1b2c3d4e&dnt=1&autoplay=1",
  watchUrl: "https://vimeo.com/76979871/0a1b2c3d4e",
};

describe("PR09 a video is recognised by its address", () => {
  test.each([
    `https://www.youtube.com/watch?v=${ID}`,
    `http://youtube.com/watch?v=${ID}`,
    `https://www.youtube.com/watch?feature=share&v=${ID}&t=42s`,
    `https://m.youtube.com/watch?v=${ID}&list=PL123#x`,
    `https://music.youtube.com/watch?v=${ID}`,
    `https://youtu.be/${ID}`,
    `https://youtu.be/${ID}?si=abc&t=1`,
    `https://www.youtube.com/embed/${ID}`,
    `https://www.youtube.com/embed/${ID}/?rel=0`,
    `https://www.youtube-nocookie.com/embed/${ID}?si=x`,
    `https://www.youtube.com/shorts/${ID}`,
    `https://www.youtube.com/live/${ID}?feature=share`,
    `https://www.youtube.com/v/${ID}`,
    `HTTPS://WWW.YouTube.COM/watch?v=${ID}`,
    `//www.youtube.com/embed/${ID}`,
    `youtu.be/${ID}`,
    `www.youtube.com/watch?v=${ID}`,
    `  https://youtu.be/${ID}\n`,
  ])("PR09 %j", (url) => {
    expect(playerFrom(url)).toEqual(YOUTUBE);
    expect(playerFrom(`<iframe src="${url.trim()}"></iframe>`)).toEqual(
      url.match(/^\s*(?:https?:)?\/\//i) ? YOUTUBE : null,
    );
  });

  test.each([
    ["https://vimeo.com/76979871", VIMEO],
    ["https://www.vimeo.com/76979871/?autoplay=0", VIMEO],
    ["https://player.vimeo.com/video/76979871?badge=0&amp;app_id=1", VIMEO],
    ["https://vimeo.com/channels/staffpicks/76979871", VIMEO],
    ["https://vimeo.com/groups/name/videos/76979871", VIMEO],
    ["https://vimeo.com/showcase/123/video/76979871", VIMEO],
    ["//player.vimeo.com/video/76979871", VIMEO],
    ["vimeo.com/76979871", VIMEO],
    ["https://vimeo.com/76979871/0a1b2c3d4e", UNLISTED],
    ["https://player.vimeo.com/video/76979871?h=0a1b2c3d4e&title=0", UNLISTED],
    [`https://player.vimeo.com/video/76979871?h="><script>`, VIMEO],
    ["https://player.vimeo.com/video/76979871?h=../x", VIMEO],
  ])("PR09 %j", (url, player) => {
    expect(playerFrom(url)).toEqual(player);
  });
});

describe("PR06 PR09 a video is recognised in its embed code", () => {
  test.each([
    `<iframe width="560" height="315" src="https://www.youtube.com/embed/${ID}?si=Ab_1&amp;start=3" title="YouTube video player" frameborder="0" allow="accelerometer; autoplay" allowfullscreen></iframe>`,
    `<IFRAME SRC='//www.youtube.com/embed/${ID}' ALLOWFULLSCREEN></IFRAME>`,
    `<iframe src=https://www.youtube.com/embed/${ID}></iframe>`,
    `<iframe\n  src = "https://www.youtube.com/watch?x=1&#38;v=${ID}"\n></iframe>`,
    `<iframe src=" https://www.youtube.com/embed/${ID} ">`,
    `<div style="padding:56% 0 0 0"><iframe src="https://www.youtube-nocookie.com/embed/${ID}"></iframe></div><script src="https://evil.example/x.js"></script>`,
    `<blockquote><a href="https://youtu.be/${ID}">watch</a></blockquote>`,
    `<p>https://www.youtube.com/watch?v=${ID}</p>`,
    `See my talk: https://youtu.be/${ID} (2020)`,
    `<a href="https://www.youtube.com/@channel">channel</a> <a href="https://youtu.be/${ID}">talk</a>`,
    `&lt;iframe src=&quot;https://www.youtube.com/embed/${ID}?a=1&amp;amp;b=2&quot;&gt;&lt;/iframe&gt;`,
    `<iframe src="https://www.youtube.com/embed/${ID}" onload="alert(1)"><img src=x onerror=alert(1)>`,
  ])("PR09 %s", (html) => {
    expect(playerFrom(html)).toEqual(YOUTUBE);
  });

  test("PR06 Vimeo's own code, with the title of the video", () => {
    const code = `<div style="padding:56.25% 0 0 0;position:relative;"><iframe src="https://player.vimeo.com/video/76979871?h=0a1b2c3d4e&amp;badge=0" frameborder="0" allow="autoplay" title="Ageing &amp; &quot;us&quot;"></iframe></div><script src="https://player.vimeo.com/api/player.js"></script>`;
    expect(playerFrom(code)).toEqual({ ...UNLISTED, title: 'Ageing & "us"' });
  });

  test.each([
    [`title="A talk > a book"`, "A talk > a book"],
    [`title='It is "late"'`, 'It is "late"'],
    [`title="&lt;script&gt;alert(1)&lt;/script&gt;"`, "<script>alert(1)</script>"],
    [`title="${"🦄".repeat(300)}"`, "🦄".repeat(200)],
    [`title="YouTube video player"`, undefined],
    [`title="vimeo-player"`, undefined],
    [`title="  "`, undefined],
    [`data-title="no"`, undefined],
  ])("PR06 the title is taken as text: %s", (attribute, title) => {
    expect(playerFrom(`<iframe ${attribute} src="https://youtu.be/${ID}"></iframe>`)?.title).toBe(title);
  });

  test("PR09 uses the first of several videos", () => {
    expect(playerFrom(`https://vimeo.com/76979871 https://youtu.be/${ID}`)).toEqual(VIMEO);
  });
});

describe("PR06 PR09 what only looks like a video gives no player", () => {
  test.each([
    "",
    "   ",
    "no video",
    "<iframe></iframe>",
    "<",
    "&",
    "https://",
    // another host
    `https://youtube.com.evil.example/watch?v=${ID}`,
    `https://evil.example/youtube.com/embed/${ID}`,
    `https://notyoutube.com/embed/${ID}`,
    `https://evilyoutu.be/${ID}`,
    `https://xplayer.vimeo.com/video/76979871`,
    `<iframe src="https://evil.example/?u=https://www.youtube.com/embed/${ID}"></iframe>`,
    `<iframe src="https://evil.example/#//www.youtube.com/embed/${ID}"></iframe>`,
    `https://www.youtube.com@evil.example/embed/${ID}`,
    `https://evil.example\\@www.youtube.com/embed/${ID}`,
    // no web address
    `javascript:alert(1)//www.youtube.com/embed/${ID}`,
    `ftp://www.youtube.com/embed/${ID}`,
    // no id
    "https://www.youtube.com/",
    "https://www.youtube.com/@channel",
    "https://www.youtube.com/watch",
    "https://www.youtube.com/watch?v=",
    "https://www.youtube.com/watch?v=short",
    `https://youtu.be/${ID}x`,
    "https://www.youtube.com/embed/dQw4w9WgXc%22",
    "https://youtu.be/dQw4w9WgX.Q",
    `https://youtu.be/x/${ID}`,
    "https://www.youtube.com/embed/../../x",
    "https://youtu.be/ｄQw4w9WgXcQ",
    "https://vimeo.com/",
    "https://vimeo.com/user123",
    "https://vimeo.com/0123",
    "https://vimeo.com/7697987a",
    "https://vimeo.com/showcase/123456",
    "https://vimeo.com/1234567890123",
    "https://player.vimeo.com/76979871",
    // as long as an id, but a playlist and a channel's stream
    "https://www.youtube.com/embed/videoseries?list=PL1234567890",
    "https://www.youtube.com/embed/live_stream?channel=UC123",
  ])("PR09 %j", (html) => {
    expect(playerFrom(html)).toBeNull();
  });

  test("PR09 passes only the id from the code to the player", () => {
    const evil = `"><script>alert(1)</script>`;
    for (const html of [
      `<iframe src="https://www.youtube.com/embed/${ID}?x=${evil}">`,
      `https://youtu.be/${ID}?${evil}`,
      `https://www.youtube.com/watch?v=${ID}&onload=${evil}`,
    ]) {
      expect(playerFrom(html)).toEqual(YOUTUBE);
    }
  });
});

describe("PR06 PR09 anything else becomes a plain link or nothing", () => {
  test.each([
    ["https://videos.example/42", "https://videos.example/42"],
    ["  http://videos.example/42?a=b&c=d \n", "http://videos.example/42?a=b&c=d"],
    [
      `<iframe src="https://videos.example/42?a=b&amp;c=d" allowfullscreen></iframe>`,
      "https://videos.example/42?a=b&c=d",
    ],
    [`<iframe src='//videos.example/42'></iframe>`, "https://videos.example/42"],
    [`<IFRAME title="a > b" SRC=https://videos.example/42></IFRAME>`, "https://videos.example/42"],
    [`<a href="https://videos.example/42">https://videos.example/42</a>`, "https://videos.example/42"],
    [`<a class=x href="https://videos.example/42">Watch</a> on our site`, "https://videos.example/42"],
    [`<video controls><source src="https://videos.example/42.mp4"></video>`, "https://videos.example/42.mp4"],
    [`<p>https://videos.example/42</p>`, "https://videos.example/42"],
    [`&lt;iframe src=&quot;https://videos.example/42&quot;&gt;`, "https://videos.example/42"],
    [`<a href="javascript:alert(1)">x</a><a href="https://videos.example/42">y</a>`, "https://videos.example/42"],
    [
      `<iframe src="https://videos.example/42"></iframe><script src="https://evil.example/x.js">`,
      "https://videos.example/42",
    ],
    ["https://www.youtube.com/embed/videoseries?list=PL1", "https://www.youtube.com/embed/videoseries?list=PL1"],
  ])("PR09 finds the link in %s", (html, url) => {
    expect(linkFrom(html)).toBe(url);
  });

  test.each([
    "",
    "  ",
    "no link",
    "<p></p>",
    "videos.example/42",
    "see https://videos.example/42",
    "javascript:alert(1)",
    "data:text/html,x",
    "ftp://videos.example/42",
    "/local",
    "https://user:pw@videos.example/",
    `<iframe src="javascript:alert(1)"></iframe>`,
    `<iframe src="&#106;avascript:alert(1)"></iframe>`,
    `<iframe srcdoc="<script>alert(1)</script>"></iframe>`,
    `<iframe data-src="https://videos.example/42"></iframe>`,
    `<script src="https://evil.example/x.js"></script>`,
    `<img src="https://evil.example/pixel.gif">`,
    `<img src=x onerror="fetch('https://evil.example')">`,
    `<iframe src="https://one.example"></iframe><iframe src="https://two.example"></iframe>`,
    `<a href="https://one.example">x</a> <a href='https://two.example'>y</a>`,
    "https://one.example https://two.example",
  ])("PR09 finds no link in %s", (html) => {
    expect(linkFrom(html)).toBeNull();
  });
});

describe("PR06 PR09 hostile code of any length is read without harm", () => {
  const PIECES = [
    "<",
    ">",
    "<iframe ",
    "<iframe src=",
    `<iframe src="`,
    "<iframe src='",
    ' src="',
    " src='",
    " src ",
    " title=",
    "<a ",
    "//",
    "https://",
    "https://a.b/ ",
    "=//a.b",
    "&amp;",
    "&lt;",
    "\n",
    "\u0000",
    "\ud800",
    "🦄",
    "%",
    "a.",
    "|",
    "<iframe title='",
    "/",
    "https://youtu.be/",
    "https://vimeo.com/1/",
  ];

  test.each(PIECES)("PR09 reads many repetitions of %j", (piece) => {
    for (const length of [19_000, 1_000_000]) {
      const html = piece.repeat(Math.ceil(length / piece.length));
      expect(playerFrom(html)?.provider ?? "none").toMatch(/^(none|vimeo)$/);
      expect(linkFrom(html) ?? "https://").toMatch(/^https?:\/\//);
    }
  });

  test("PR09 ignores a text that is too long for an embed code", () => {
    const html = `<iframe src="https://youtu.be/${ID}"></iframe>`;
    expect(playerFrom(html + " ".repeat(20_000 - html.length))).toEqual(YOUTUBE);
    expect(playerFrom(html + " ".repeat(20_001 - html.length))).toBeNull();
    expect(linkFrom(`https://videos.example/42${" ".repeat(20_000)}`)).toBeNull();
  });
});
