/** Voice names: six for each language and gender. Every name is unique. */

export type Gender = "female" | "male";

export const voiceNames: Readonly<Record<string, Readonly<Record<Gender, string>>>> = {
  "ar-ar": {
    female: "Amina Fatima Layla Noor Salma Zahra",
    male: "Ahmed Faisal Hassan Khalid Omar Tariq",
  },
  "bg-bg": {
    female: "Boryana Desislava Kalina Nevena Rositsa Tsvetana",
    male: "Atanas Boyko Dimitar Georgi Plamen Stoyan",
  },
  "da-dk": {
    female: "Birgitte Freja Karoline Mette Signe Tove",
    male: "Anders Jeppe Mads Mikkel Rasmus Søren",
  },
  "de-de": {
    female: "Annika Frieda Greta Heike Lieselotte Ulrike",
    male: "Dieter Friedrich Jürgen Lukas Stefan Wolfgang",
  },
  "el-gr": {
    female: "Despina Eleni Kalliope Katerina Niki Vasiliki",
    male: "Christos Dimitris Kostas Nikos Stavros Yannis",
  },
  "en-gb": {
    female: "Beatrice Charlotte Eleanor Harriet Imogen Poppy",
    male: "Alfie Edmund Graham Nigel Oliver Rupert",
  },
  "en-us": {
    female: "Ashley Brianna Hailey Madison Nancy Taylor",
    male: "Brandon Chad Dustin Jason Logan Wyatt",
  },
  "es-es": {
    female: "Carmen Inés Lucía Macarena Nuria Rocío",
    male: "Álvaro Gonzalo Íñigo Javier Pablo Rodrigo",
  },
  "es-la": {
    female: "Camila Guadalupe Jimena Marisol Valentina Xiomara",
    male: "Alejandro Emiliano Joaquín Matías Ramiro Santiago",
  },
  "fi-fi": {
    female: "Aino Helmi Kaisa Päivi Tuulikki Venla",
    male: "Antti Eero Jukka Kalle Mikko Timo",
  },
  "fr-fr": {
    female: "Amélie Camille Élodie Margaux Océane Solène",
    male: "Antoine Baptiste Étienne Guillaume Mathieu Thibault",
  },
  "hi-in": {
    female: "Ananya Deepika Kavita Lakshmi Priya Sunita",
    male: "Arjun Devansh Manoj Rahul Sanjay Vikram",
  },
  "id-id": {
    female: "Ayu Dewi Kartika Putri Sari Wulan",
    male: "Agus Bambang Budi Dimas Joko Wayan",
  },
  "it-it": {
    female: "Alessia Chiara Fiorella Ginevra Ludovica Serena",
    male: "Alessandro Davide Giancarlo Lorenzo Matteo Vincenzo",
  },
  "ja-jp": {
    female: "Akiko Haruka Kaori Naoko Sakura Yuko",
    male: "Daisuke Haruto Kenji Ryota Satoshi Takeshi",
  },
  "ko-kr": {
    female: "Eunji Hyejin Jiwoo Minseo Seoyeon Yuna",
    male: "Donghyun Hyunwoo Jaewon Minho Seungho Taeyang",
  },
  "nb-no": {
    female: "Astrid Guro Ingeborg Marit Ragnhild Solveig",
    male: "Bjørn Eirik Håkon Leif Sigurd Torbjørn",
  },
  "nl-nl": {
    female: "Anouk Femke Hanneke Lotte Marieke Saskia",
    male: "Bram Daan Jeroen Maarten Pieter Willem",
  },
  "pl-pl": {
    female: "Agnieszka Beata Grażyna Katarzyna Magda Zofia",
    male: "Andrzej Bartosz Grzegorz Krzysztof Paweł Wojciech",
  },
  "pt-pt": {
    female: "Beatriz Catarina Filipa Joana Leonor Matilde",
    male: "Afonso Duarte Gonçalo Henrique Nuno Vasco",
  },
  "pt-br": {
    female: "Bruna Fernanda Isadora Juliana Larissa Thaís",
    male: "Caio Everton Guilherme Márcio Rafael Thiago",
  },
  "sv-se": {
    female: "Elin Gunilla Linnéa Märta Sofia Viveka",
    male: "Fredrik Gustav Johan Lars Nils Viktor",
  },
  "tr-tr": {
    female: "Ayşe Elif Gülay Meltem Nazlı Zeynep",
    male: "Ahmet Burak Emre Hakan Mustafa Serkan",
  },
  "zh-cn": {
    female: "Fang Jing Lihua Meiling Xiaoyan Yating",
    male: "Bowen Guowei Jianhong Qiang Weimin Zhihao",
  },
};
