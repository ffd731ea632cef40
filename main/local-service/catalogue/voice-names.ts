/** Voice names: up to six for each language and gender. Every name is unique. */

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
  "ru-ru": {
    female: "Anastasia Ekaterina Svetlana",
    male: "Alexei Dmitri Nikolai",
  },
  "uk-ua": {
    female: "Oksana Halyna Yaroslava",
    male: "Bohdan Taras Ostap",
  },
  "cs-cz": {
    female: "Markéta Jitka Zdeňka",
    male: "Jaroslav Ondřej Vojta",
  },
  "hu-hu": {
    female: "Ildikó Zsófia Réka",
    male: "Gergely László Zoltán",
  },
  "ro-ro": {
    female: "Ileana Ruxandra Mihaela",
    male: "Cătălin Răzvan Ionuț",
  },
  "vi-vn": {
    female: "Thảo Hương Ngọc",
    male: "Tuấn Quân Đức",
  },
  "hr-hr": {
    female: "Ivana Marijana Tihana",
    male: "Krešimir Domagoj Zvonimir",
  },
  "sk-sk": {
    female: "Zuzana Ľubica Alžbeta",
    male: "Ľuboš Matúš Rastislav",
  },
  "sl-si": {
    female: "Mojca Urška Špela",
    male: "Gašper Janez Matjaž",
  },
  "sr-rs": {
    female: "Jelena Dragana Milica",
    male: "Nemanja Uroš Branislav",
  },
  "bs-ba": {
    female: "Amra Lejla Selma",
    male: "Adnan Emir Nermin",
  },
  "mk-mk": {
    female: "Biljana Slavica Violeta",
    male: "Blagoj Goce Trajko",
  },
  "sq-al": {
    female: "Arta Besa Drita",
    male: "Agron Ilir Besnik",
  },
  "lt-lt": {
    female: "Eglė Rūta Vaiva",
    male: "Gediminas Mindaugas Vytautas",
  },
  "lv-lv": {
    female: "Ilze Dace Zane",
    male: "Andris Jānis Valdis",
  },
  "et-ee": {
    female: "Kadri Liis Maarja",
    male: "Jaan Rein Tõnu",
  },
  "is-is": {
    female: "Guðrún Sigríður Hrafnhildur",
    male: "Gunnar Þorsteinn Snorri",
  },
  "be-by": {
    female: "Alesya Nadzeya Volha",
    male: "Andrei Kastus Yauhen",
  },
  "ca-es": {
    female: "Montserrat Núria Mercè",
    male: "Jordi Oriol Pere",
  },
  "eu-es": {
    female: "Ainhoa Leire Nerea",
    male: "Aitor Gorka Xabier",
  },
  "cy-gb": {
    female: "Angharad Carys Rhiannon",
    male: "Dafydd Gethin Iorwerth",
  },
  "ga-ie": {
    female: "Aoife Niamh Sinéad",
    male: "Cathal Eoin Pádraig",
  },
  "af-za": {
    female: "Annelie Elmarie Marelize",
    male: "Hennie Kobus Riaan",
  },
  "sw-ke": {
    female: "Neema Wanjiru Zawadi",
    male: "Baraka Juma Otieno",
  },
  "ms-my": {
    female: "Aisyah Nurul Siti",
    male: "Azlan Faizal Hafiz",
  },
  "fa-ir": {
    female: "Azadeh Maryam Shirin",
    male: "Behrouz Farhad Siamak",
  },
  "ur-pk": {
    female: "Mehwish Saima Zainab",
    male: "Bilal Imran Shahid",
  },
  "bn-bd": {
    female: "Farzana Rupa Tahmina",
    male: "Anis Rafiq Shakil",
  },
  "ta-in": {
    female: "Kavitha Malathi Selvi",
    male: "Karthik Murugan Senthil",
  },
  "te-in": {
    female: "Padma Sravani Swathi",
    male: "Ramesh Srinivas Venkat",
  },
  "ml-in": {
    female: "Anjali Bindu Sreeja",
    male: "Biju Rajeev Unni",
  },
  "kn-in": {
    female: "Chaitra Shruthi Vidya",
    male: "Girish Manjunath Raghu",
  },
  "mr-in": {
    female: "Aarti Manasi Vaishali",
    male: "Aniket Mahesh Sachin",
  },
  "gu-in": {
    female: "Falguni Hetal Jigna",
    male: "Bhavesh Hitesh Mehul",
  },
  "pa-in": {
    female: "Gurleen Harpreet Simran",
    male: "Amrit Gurdeep Jaspal",
  },
  "ne-np": {
    female: "Binita Sabina Sushmita",
    male: "Bishnu Prakash Suman",
  },
  "si-lk": {
    female: "Dilani Nadeesha Sanduni",
    male: "Chamara Kasun Nuwan",
  },
  "hy-am": {
    female: "Anahit Gayane Lusine",
    male: "Armen Hovhannes Tigran",
  },
  "ka-ge": {
    female: "Ketevan Manana Tamar",
    male: "Giorgi Irakli Zurab",
  },
  "az-az": {
    female: "Aygün Günel Sevinc",
    male: "Elçin Rəşad Vüqar",
  },
  "kk-kz": {
    female: "Aigerim Botagoz Dinara",
    male: "Arman Daulet Nurlan",
  },
  "ky-kg": {
    female: "Aizada Jyldyz Nurgul",
    male: "Azamat Bakyt Talant",
  },
  "uz-uz": {
    female: "Dilnoza Gulnora Nigora",
    male: "Bobur Jasur Sardor",
  },
  "tt-ru": {
    female: "Aigul Gulnaz Liliya",
    male: "Airat Ilnur Rinat",
  },
  "am-et": {
    female: "Hiwot Meseret Tigist",
    male: "Abebe Dawit Tesfaye",
  },
  "yue-hk": {
    female: "Kaling Waiyee Sukyin",
    male: "Chiming Kafai Waikit",
  },
};
